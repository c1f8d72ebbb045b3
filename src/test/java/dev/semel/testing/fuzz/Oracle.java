// What must be true of every exchange, whatever was sent.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.testing.Contract;
import dev.semel.testing.ContractJudge;
import dev.semel.testing.Exchange;
import dev.semel.testing.fuzz.FuzzRequest.Access;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Judges exchanges: never 5xx; a status, headers and a body that the contract declares; a problem
 * type that it names there; nothing done that was wrong, or that the credential may not do; nothing
 * shown that is another's; a repeat answered as the first time.
 */
final class Oracle {

  /** The request is refused before the credential is looked at: by its form, or by the path's. */
  private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private static final Set<Integer> BEFORE_ACCESS = Set.of(401, 404, 405, 406, 413, 415);

  private static final JsonMapper JSON = new JsonMapper();

  private final Contract contract;
  private final ContractJudge judge;
  private final RequestJudge requests;
  private final Leaks leaks;
  private final UsedKeys used;
  private final Findings findings;
  private final Coverage coverage;

  Oracle(Contract contract, Leaks leaks, UsedKeys used, Findings findings, Coverage coverage) {
    this.contract = contract;
    this.judge = new ContractJudge(contract);
    this.requests = new RequestJudge(contract);
    this.leaks = leaks;
    this.used = used;
    this.findings = findings;
    this.coverage = coverage;
  }

  /**
   * Judges one exchange.
   *
   * @param first what was said when the same request had been done before it was sent
   */
  void judge(FuzzRequest request, RawClient.Answer answer, Optional<RawClient.Answer> first) {
    Exchange exchange = exchange(request, answer);
    List<String> wrong = requests.faults(request);
    boolean ours =
        contract
            .find(request.method(), request.path())
            .filter(request.operation()::equals)
            .isPresent();
    boolean allowed = request.access() == Access.GRANTED || request.access() == Access.OPEN;
    coverage.count(
        request.operation(),
        answer.status(),
        ours && allowed && wrong.isEmpty() && endures(request));
    if (answer.status() >= 500) {
      findings.add("answers " + answer.status(), request, answer);
    }
    // What was wrong with the request, the judge of requests says.
    judge.faults(exchange).stream()
        .filter(fault -> !fault.startsWith("request:"))
        .forEach(fault -> findings.add(general(fault), request, answer));
    leaks.in(request, answer).forEach(leak -> findings.add("shows " + leak, request, answer));
    if (ours) {
      problemType(request, answer);
      effect(request, answer, wrong);
      access(request, answer);
      requestId(request, answer);
      first.ifPresent(before -> repeat(request, answer, before));
    }
  }

  private static boolean endures(FuzzRequest request) {
    return request.key() == null || !request.party().isEndangered(request.key().id());
  }

  private void problemType(FuzzRequest request, RawClient.Answer answer) {
    if (answer.status() < 400 || request.method().equals("HEAD")) {
      return;
    }
    JsonNode response =
        contract.resolve(
            request.operation().node().path("responses").path(Integer.toString(answer.status())));
    JsonNode declared = response.path("x-problem-types");
    String slug = json(answer).path("type").asText().replaceFirst("^/problems/", "");
    boolean named = SchemaValues.items(declared).stream().anyMatch(t -> t.asText().equals(slug));
    if (BROKEN_ESCAPE.matcher(request.path() + "?" + request.query()).find()
        && slug.equals("malformed-request")) {
      // What is no HTTP is no operation's: the contract says so of every path.
      return;
    }
    if (!response.isMissingNode() && !declared.isMissingNode() && !named) {
      findings.add(answer.status() + " with the problem type " + slug, request, answer);
    }
  }

  private void effect(FuzzRequest request, RawClient.Answer answer, List<String> wrong) {
    if (answer.status() < 400 && !wrong.isEmpty()) {
      findings.add(
          "does what is wrong by the contract: " + general(wrong.getFirst()), request, answer);
    }
  }

  private void access(FuzzRequest request, RawClient.Answer answer) {
    int status = answer.status();
    boolean mayBeEnded = !endures(request);
    boolean right =
        switch (request.access()) {
          case OPEN -> true;
          case GRANTED -> mayBeEnded || status != 401;
          case LACKING -> status == 403 || BEFORE_ACCESS.contains(status);
          case REFUSED -> BEFORE_ACCESS.contains(status);
        };
    if (!right) {
      findings.add(status + " though the credential is " + request.access(), request, answer);
    }
    if (status == 403 && request.access() == Access.GRANTED && !mayBeEnded && !mayForbid(request)) {
      findings.add("403 though the credential may do this", request, answer);
    }
  }

  /** Some operations refuse more than their permission says, and say so. */
  private static boolean mayForbid(FuzzRequest request) {
    return request.operation().node().path("description").asText().contains("403");
  }

  private void requestId(FuzzRequest request, RawClient.Answer answer) {
    List<String> sent =
        request.headers().stream()
            .filter(header -> header.name().equals("Request-Id"))
            .map(FuzzRequest.Header::value)
            .toList();
    boolean echoed =
        sent.size() != 1
            || !sent.getFirst().matches("[A-Za-z0-9._-]{1,128}")
            || sent.getFirst().equals(answer.headers().get("request-id"));
    if (!echoed) {
      findings.add("does not echo the Request-Id", request, answer);
    }
  }

  private void repeat(FuzzRequest request, RawClient.Answer answer, RawClient.Answer before) {
    boolean secretOnce =
        before.text().contains("\"token\":\"") || before.text().contains("\"secret\":\"whsec_");
    boolean same =
        answer.status() == before.status()
            && (secretOnce || Arrays.equals(answer.body(), before.body()))
            && "true".equals(answer.headers().get("idempotent-replayed"));
    if (endures(request) && !same) {
      findings.add("answers a repeat in another way than at first", request, answer);
    }
  }

  /** Remembers what an answer taught its reader, and what was done. */
  void learn(FuzzRequest request, RawClient.Answer answer) {
    if (answer.status() >= 300) {
      return;
    }
    Party party = request.party();
    if (request.access() == Access.GRANTED) {
      party.harvest().learn(request.operation().id(), json(answer));
      used.done(request, answer);
    }
    Optional.ofNullable(answer.headers().get("etag"))
        .ifPresent(tag -> party.harvest().learn("etag", tag));
  }

  private static JsonNode json(RawClient.Answer answer) {
    try {
      return JSON.readTree(answer.text());
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  /** Without the details that make each one another. */
  private static String general(String fault) {
    return fault.replaceAll("'[^']*'", "'…'").replaceAll("[0-9]{2,}", "N");
  }

  private static Exchange exchange(FuzzRequest request, RawClient.Answer answer) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(header -> headers.put(header.name().toLowerCase(Locale.ROOT), header.value()));
    return new Exchange(
        request.method(),
        request.path(),
        List.of(),
        headers,
        new String(request.body(), StandardCharsets.UTF_8),
        answer.status(),
        answer.headers(),
        answer.text());
  }
}
