// Checks every template of a file: its syntax, and that its values exist where it stands.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds templates that can't be read or that name what does not exist. */
final class TemplateRules {
  private static final List<String> SECRET_PLACES =
      List.of(
          "/auth/bearer",
          "/auth/basic/password",
          "/auth/header/value",
          "/auth/oauth2/client_secret",
          "/auth/token/basic/password",
          "/auth/mtls/password",
          "/webhook/signature/secret",
          "/webhook/results/secret",
          "/report/sftp/password",
          "/report/sftp/private_key",
          "/report/sftp/passphrase",
          "/report/as2/key");
  private static final Set<String> HEADERS_OF_OURS =
      Set.of("host", "content-length", "transfer-encoding", "connection", "expect", "upgrade");
  private static final Pattern IN_A_PATH = Pattern.compile("[A-Za-z0-9._~!$&'()*+,;=:@/-]*");

  private static final String PGP = "/report/verify/signature/pgp";
  private static final List<String> OF_AS2 =
      List.of("our_id", "partner_id", "certificate", "key", "partner_certificates");
  private static final List<String> OF_SFTP =
      List.of(
          "host",
          "port",
          "user",
          "password",
          "private_key",
          "passphrase",
          "host_keys",
          "directory");

  private static final Set<Filter> NUMERIC = Set.of(Filter.NUMBER, Filter.MINOR_UNITS);
  private static final Set<Filter> OF_AMOUNTS =
      Set.of(Filter.NUMBER, Filter.MINOR_UNITS, Filter.TEXT);
  private static final Set<String> MAY_BE_CUT =
      Set.of("beneficiary.name", "sender.name", "payout.purpose", "payout.reference");

  private static final Set<String> TIMES = Set.of("scan.from", "scan.to");
  private static final Set<String> OF_A_SCAN =
      Set.of("scan.from", "scan.to", "scan.offset", "scan.page", "scan.cursor");
  private static final Set<Filter> OF_TIMES = Set.of(Filter.UNIX, Filter.UNIX_MS);

  private final JsonNode file;
  private final FaultList faults;
  private final TemplateScope settings;

  /** What a place takes. */
  private enum Place {
    /** Left out when its one optional value is missing. */
    MAY_BE_LEFT_OUT,
    /** Has to be there. */
    NEEDED
  }

  TemplateRules(JsonNode file, FaultList faults) {
    this.file = file;
    this.faults = faults;
    this.settings =
        TemplateScope.ofSettings(
            Set.copyOf(FileMapper.texts(file.path("config"))),
            Set.copyOf(FileMapper.texts(file.path("secrets"))));
  }

  void check() {
    secretsComeFromOutside();
    template(file.path("base_url"), "/base_url", onlyBaseUrl(), Place.NEEDED);
    auth(file.path("auth"));
    TemplateScope submission = steps(settings.withSubmission());
    request(file.path("submit").path("request"), "/submit/request", submission);
    TemplateScope question = settings.withQuestion();
    if (file.at("/webhook/results").isObject()) {
      question = question.with(Set.of("question.token"));
    }
    request(file.path("lookup").path("request"), "/lookup/request", question);
    request(file.at("/lookup/scan/request"), "/lookup/scan/request", question.with(OF_A_SCAN));
    TemplateScope known = question.with(Set.of("payout.provider_id"));
    request(file.path("status").path("request"), "/status/request", known);
    TemplateScope report = settings.with(Set.of("report.date"));
    request(file.path("report").path("fetch"), "/report/fetch", report);
    ways(file.at("/report/sftp"), "/report/sftp", OF_SFTP);
    ways(file.at("/report/as2"), "/report/as2", OF_AS2);
    ways(file.at(PGP), PGP, List.of("keys"));
    for (String key : List.of("secret", "public_key")) {
      String pointer = "/webhook/signature/" + key;
      tree(file.at(pointer), pointer, settings, Place.NEEDED);
    }
    tree(file.at("/webhook/results"), "/webhook/results", settings, Place.NEEDED);
  }

  private void ways(JsonNode way, String pointer, List<String> members) {
    for (String member : members) {
      tree(way.path(member), pointer + "/" + member, settings, Place.NEEDED);
    }
  }

  private void auth(JsonNode auth) {
    for (String kind : List.of("bearer", "basic", "header", "headers", "mtls")) {
      tree(auth.path(kind), "/auth/" + kind, settings, Place.NEEDED);
    }
    for (String part : List.of("client_id", "client_secret", "scope")) {
      tree(auth.path("oauth2").path(part), "/auth/oauth2/" + part, settings, Place.NEEDED);
    }
    template(auth.at("/oauth2/token_url"), "/auth/oauth2/token_url", onlyBaseUrl(), Place.NEEDED);
    JsonNode token = auth.path("token");
    template(token.path("base_url"), "/auth/token/base_url", onlyBaseUrl(), Place.NEEDED);
    request(token.path("request"), "/auth/token/request", settings);
    tree(token.path("basic"), "/auth/token/basic", settings, Place.NEEDED);
    TemplateScope sent = settings.with(Set.of(AuthMapper.TOKEN));
    template(token.at("/send/value"), "/auth/token/send/value", sent, Place.NEEDED);
    ours(auth.path("headers"), "/auth/headers");
  }

  private void secretsComeFromOutside() {
    for (String pointer : SECRET_PLACES) {
      JsonNode place = file.at(pointer);
      for (JsonNode text : place.isArray() ? place : List.of(place)) {
        if (text.isTextual() && !text.asText().contains("${secret.")) {
          faults.add(
              pointer,
              "A secret is kept outside, not in this file; list its name under secrets and write"
                  + " ${secret.NAME}.");
        }
      }
    }
  }

  private TemplateScope onlyBaseUrl() {
    Set<String> config = new HashSet<>(FileMapper.texts(file.path("config")));
    return TemplateScope.ofSettings(config, Set.of());
  }

  private TemplateScope steps(TemplateScope scope) {
    TemplateScope known = scope;
    JsonNode steps = file.path("prepare");
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = steps.path(i);
      request(step.path("request"), "/prepare/" + i + "/request", known);
      String name = step.path("name").asText();
      Set<String> values = new HashSet<>();
      step.path("read")
          .properties()
          .forEach(v -> values.add("prepared." + name + "." + v.getKey()));
      known = known.with(values);
    }
    return known;
  }

  private void request(JsonNode request, String pointer, TemplateScope scope) {
    template(request.path("path"), pointer + "/path", scope, Place.NEEDED);
    String fixed = request.path("path").asText().replaceAll("\\$\\{[^}]*}", "");
    if (!IN_A_PATH.matcher(fixed).matches()) {
      faults.add(
          pointer + "/path",
          "There are characters that can't stand in a path; put parameters into query.");
    }
    ours(request.path("headers"), pointer + "/headers");
    for (String part : List.of("query", "headers", "body", "form")) {
      tree(request.path(part), pointer + "/" + part, scope, Place.MAY_BE_LEFT_OUT);
    }
    if (request.has("body") && request.has("form")) {
      faults.add(pointer, "A request has a body or a form, not both; remove one.");
    }
    if (request.path("method").asText().equals("GET")
        && (request.has("body") || request.has("form"))) {
      faults.add(pointer, "A GET request carries no body; use query, or another method.");
    }
  }

  private void ours(JsonNode headers, String pointer) {
    for (Map.Entry<String, JsonNode> header : headers.properties()) {
      if (HEADERS_OF_OURS.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        faults.add(
            Pointers.child(pointer, header.getKey()),
            "This header is written by the program; remove it.");
      }
    }
  }

  private void tree(JsonNode node, String pointer, TemplateScope scope, Place place) {
    if (node.isTextual()) {
      template(node, pointer, scope, place);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String at = Pointers.child(pointer, member.getKey());
      if (member.getKey().contains("${")) {
        faults.add(at, "A name is fixed and takes no value; put the value beside it.");
      }
      tree(member.getValue(), at, scope, place);
    }
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        tree(node.path(i), Pointers.child(pointer, i), scope, place);
      }
    }
  }

  private void template(JsonNode node, String pointer, TemplateScope scope, Place place) {
    if (!node.isTextual()) {
      return;
    }
    try {
      Template template = Template.parse(node.asText());
      template.slots().forEach(slot -> slot(slot, pointer, scope));
      boolean optional = template.slots().stream().anyMatch(Template.Slot::optional);
      if (optional && (place == Place.NEEDED || !template.isOneSlot())) {
        faults.add(
            pointer,
            "An optional value (with ?) has to be the whole value of a member, so that the member"
                + " can be left out; remove the ? or give it a member of its own.");
      }
    } catch (TemplateSyntaxException e) {
      faults.add(pointer, e.getMessage() == null ? "This is not a template." : e.getMessage());
    }
  }

  private void slot(Template.Slot slot, String pointer, TemplateScope scope) {
    if (!scope.knows(slot.path())) {
      faults.add(pointer, TemplateScope.adviceFor(slot.path()));
    }
    List<Filter> filters = slot.filters().stream().map(Filter.Use::filter).toList();
    boolean amount = slot.path().equals("payout.amount");
    boolean numeric = filters.stream().anyMatch(NUMERIC::contains);
    boolean once = filters.stream().filter(NUMERIC::contains).count() == 1;
    boolean ofAStep = slot.path().startsWith("prepared.") && filters.equals(List.of(Filter.NUMBER));
    if (numeric && !(amount && once) && !slot.path().equals("attempt.number") && !ofAStep) {
      faults.add(
          pointer,
          "The filters number and minor_units are for payout.amount, one of them at a time; use"
              + " another filter or none.");
    }
    boolean timed = filters.stream().anyMatch(OF_TIMES::contains);
    if (timed && (!TIMES.contains(slot.path()) || filters.size() > 1)) {
      faults.add(
          pointer, "The filters unix and unix_ms are for scan.from and scan.to, and stand alone.");
    }
    if (amount && !OF_AMOUNTS.containsAll(filters)) {
      faults.add(
          pointer,
          "An amount is written whole; use number, minor_units or text, or no filter at all.");
    }
    if (filters.stream().anyMatch(Filter::takesLimit) && !MAY_BE_CUT.contains(slot.path())) {
      faults.add(
          pointer,
          "Cut short, this would be another one; only names, the purpose and the client's"
              + " reference may be cut.");
    }
  }
}
