// An answer that is kept under a key.
package dev.semel.idempotency;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept under a key and given again, byte for byte.
 *
 * @param status the HTTP status
 * @param headers the headers that belong to the answer itself, such as {@code Location} and {@code
 *     Content-Type}
 * @param body the exact bytes
 * @param payoutId the payout that it is about; the key is kept at least until that payout is final
 */
public record StoredResponse(
    int status, Map<String, String> headers, byte[] body, @Nullable String payoutId) {
  public StoredResponse {
    headers = Map.copyOf(headers);
  }
}
