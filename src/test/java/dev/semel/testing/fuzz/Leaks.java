// Looks for what must not be in an answer or in the log.
package dev.semel.testing.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Other tenants' texts and ids, account numbers, secrets, and the insides of the server. */
final class Leaks {

  /**
   * What the operator's people see of all tenants: what providers were told, and what they said.
   */
  static final Set<String> OPERATORS =
      Set.of(
          "listWebhookMessages",
          "getWebhookMessage",
          "reapplyWebhookMessage",
          "listProviderCalls",
          "getProviderCall",
          "downloadReport");

  /** What is made outside any tenant, and shown to those whom it concerns; or is not ours. */
  private static final Pattern SHARED = Pattern.compile("(msg|rep|rec|sim)_.*");

  /** Reports and messages name the payouts of all tenants; so do findings from them. */
  private static final Pattern NAMED_TO_OPERATORS = Pattern.compile("po_.*");

  private static final Pattern INSIDES =
      Pattern.compile(
          "dev\\.semel\\.|java\\.(lang|util|io|sql|net)\\.|jakarta\\.|io\\.(quarkus|vertx|netty)\\."
              + "|org\\.(postgresql|hibernate|jboss|jdbi)|com\\.fasterxml|\\bat [a-z.]+\\([A-Z]"
              + "|Exception\\b|SQLSTATE|(?i:select [^;]{1,80} from |insert into |violates )"
              + "|payout_reference_once|_pkey\\b");

  /** So much of a secret's end is told apart from anything else. */
  private static final int SECRET_TAIL = 16;

  /** They tell people what failed in the server, by its class and place alone. */
  private static final Set<String> TELL_OF_FAILURES = Set.of("listJobs", "retryJob");

  private final List<Party> parties;
  private final Map<String, Party> owners = new ConcurrentHashMap<>();

  Leaks(List<Party> parties) {
    this.parties = List.copyOf(parties);
  }

  /** What must not be in this answer, one line each. */
  List<String> in(FuzzRequest request, RawClient.Answer answer) {
    List<String> leaks = new ArrayList<>();
    String said = answer.headers() + "\n" + answer.text();
    if (said.contains(Hints.SECRET)) {
      leaks.add("an account number in clear");
    }
    boolean secured = request.access() != FuzzRequest.Access.OPEN;
    if (secured || answer.status() >= 400) {
      String sent = request.sent();
      Matcher insides = INSIDES.matcher(said);
      while (insides.find()) {
        boolean told = TELL_OF_FAILURES.contains(request.operation().id());
        if (!sent.contains(insides.group()) && !(told && answer.status() < 400)) {
          leaks.add("the insides of the server: " + insides.group());
        }
      }
      foreign(request, said, sent, leaks);
    }
    return leaks;
  }

  /** What must not be in the log. */
  List<String> inLog(String line) {
    List<String> leaks = new ArrayList<>();
    if (line.contains(Hints.SECRET)) {
      leaks.add("an account number in clear");
    }
    for (Party party : parties) {
      for (Party.Key key : party.keys()) {
        if (line.contains(secretOf(key))) {
          leaks.add("a secret");
        }
      }
    }
    return leaks;
  }

  /** Enough of a token's end to be a secret. */
  private static String secretOf(Party.Key key) {
    return key.token().substring(key.token().length() - SECRET_TAIL);
  }

  private void foreign(FuzzRequest request, String said, String sent, List<String> leaks) {
    Party reader = request.party();
    if (reader.isOperator() && OPERATORS.contains(request.operation().id())) {
      return;
    }
    for (Party other : parties) {
      if (other != reader && said.contains(other.mark()) && !sent.contains(other.mark())) {
        leaks.add("a text of another tenant");
      }
    }
    if (request.access() != FuzzRequest.Access.GRANTED) {
      return;
    }
    Matcher id = Harvest.ID.matcher(said);
    while (id.find()) {
      String found = id.group();
      boolean named =
          reader.isOperator()
              && request.operation().template().startsWith("/v1/ops/")
              && NAMED_TO_OPERATORS.matcher(found).matches();
      if (!sent.contains(found) && !SHARED.matcher(found).matches() && !named) {
        Party owner = owners.putIfAbsent(found, reader);
        if (owner != null && owner != reader) {
          leaks.add("an id of another tenant: " + found.substring(0, found.indexOf('_')));
        }
      }
    }
  }
}
