// Where partners send their reports over AS2.
package dev.semel.report.as2;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.provider.As2Partnership;
import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import dev.semel.provider.ReportArrival;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where partners send their reports over AS2. Who sends is known by the signature, not by a
 * credential. What comes and goes is what RFC 4130 says, so that it is not part of the contract.
 */
@Path(As2Resource.PATH)
@RunOnVirtualThread
public final class As2Resource {
  /** The beginning of every partner's address. */
  public static final String PATH = "/as2";

  /** The largest message, in bytes. */
  public static final long MAX_BYTES = 16L * 1024 * 1024;

  private static final String VERSION = "1.2";
  private static final byte[] EMPTY = new byte[0];

  private final Providers providers;
  private final ReceiveAs2 receiveAs2;

  As2Resource(Providers providers, ReceiveAs2 receiveAs2) {
    this.providers = providers;
    this.receiveAs2 = receiveAs2;
  }

  /** Takes a message, and answers with its receipt. */
  @POST
  @Path("/{provider}")
  @Consumes(MediaType.WILDCARD)
  public Response receive(
      @PathParam("provider") String provider,
      byte @Nullable [] sent,
      @Context HttpHeaders headers) {
    return receive(provider, sent == null ? EMPTY : sent, headers::getHeaderString);
  }

  /**
   * Takes a message.
   *
   * @param header the value of a header
   */
  Response receive(String provider, byte[] body, Function<String, @Nullable String> header) {
    ReportSource source =
        providers.find(provider).flatMap(Provider::reportSource).orElseThrow(As2Resource::unknown);
    As2Partnership partnership = partnership(source).orElseThrow(As2Resource::unknown);
    As2Headers headers =
        As2Headers.read(header)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.MALFORMED_REQUEST,
                        "An AS2 message has AS2-From, AS2-To and Message-ID. Send it again with them."));
    if (header.apply("Receipt-Delivery-Option") != null) {
      throw new ProblemException(
          ProblemType.MALFORMED_REQUEST,
          "Receipts are given in the answer and nowhere else. Ask for a synchronous one.");
    }
    Receipt receipt = receiveAs2.receive(provider, source, partnership, headers, body);
    return Response.ok(receipt.body())
        .header("AS2-Version", VERSION)
        .header("AS2-From", As2Headers.quoted(partnership.ourId()))
        .header("AS2-To", As2Headers.quoted(headers.from()))
        .header("Message-ID", receipt.messageId())
        .header("MIME-Version", "1.0")
        .header(HttpHeaders.CONTENT_TYPE, receipt.contentType())
        .build();
  }

  private static Optional<As2Partnership> partnership(ReportSource source) {
    return source.arrival() instanceof ReportArrival.Sent(As2Partnership partnership)
        ? Optional.of(partnership)
        : Optional.empty();
  }

  private static ProblemException unknown() {
    return new ProblemException(
        ProblemType.NOT_FOUND, "No provider of this name sends reports here. Check the address.");
  }
}
