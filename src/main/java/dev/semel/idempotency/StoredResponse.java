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
 * @param batchId the batch that it is about; the key is kept at least until every payout of it is
 *     final
 */
public record StoredResponse(
    int status,
    Map<String, String> headers,
    byte[] body,
    @Nullable String payoutId,
    @Nullable String batchId) {
  public StoredResponse {
    headers = Map.copyOf(headers);
  }

  /** An answer about a payout, or about none. */
  public StoredResponse(
      int status, Map<String, String> headers, byte[] body, @Nullable String payoutId) {
    this(status, headers, body, payoutId, null);
  }

  /** The same answer, about a batch. */
  public StoredResponse aboutBatch(String id) {
    return new StoredResponse(status, headers, body, payoutId, id);
  }
}
