package dev.semel.provider.file;

import dev.semel.domain.ProviderStatus;
import java.util.Map;

/**
 * What a partner's status words mean.
 *
 * @param meanings by word, exactly as the partner spells it
 */
public record StatusWords(Map<String, ProviderStatus> meanings) {
  public StatusWords {
    meanings = Map.copyOf(meanings);
  }

  /** What a word means; one that is not listed means processing, never a guess. */
  public ProviderStatus meaning(String word) {
    return meanings.getOrDefault(word, ProviderStatus.PROCESSING);
  }

  /** False for a word that the file does not list: it calls for an alert. */
  public boolean lists(String word) {
    return meanings.containsKey(word);
  }
}
