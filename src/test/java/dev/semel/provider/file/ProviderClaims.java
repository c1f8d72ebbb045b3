// What a provider file claims of its partner, and what stands behind each claim.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the claims of a shipped file and the tags in its comments: those on the lines of a claim
 * and right above it; where there are none, those of the member that it is part of.
 */
final class ProviderClaims {
  static final Pattern TAG = Pattern.compile("\\[([DMRS])\\b[^]]*]|\\b(unsure)\\b");
  private static final List<String> WHOLE =
      List.of("/base_url", "/reference", "/idempotency", "/visibility", "/auth");
  private static final List<String> CALLS = List.of("/submit", "/lookup", "/status");
  private static final List<String> OF_A_CALL =
      List.of("request", "scan/request", "scan/items", "scan/match", "scan/next", "resend", "read");
  private static final List<String> OF_MESSAGES =
      List.of("signature", "read", "test_messages", "by_put");
  private static final Set<String> CONFIRMED = Set.of("D", "M", "S");

  private final List<String> text;
  private final JsonNode file;
  private final Map<String, Integer> lines;

  ProviderClaims(String text) {
    YamlSource.Parsed parsed = YamlSource.parse(text);
    this.text = text.lines().toList();
    this.file = parsed.tree().orElseThrow();
    this.lines = parsed.lines();
  }

  /**
   * A claim.
   *
   * @param pointer where it is in the file
   * @param says what it says, as far as a few words can
   * @param is of a rule: what the answer means
   * @param tags what stands behind it
   */
  record Claim(String pointer, String says, String is, Set<String> tags) {
    boolean confirmed() {
      return tags.stream().anyMatch(CONFIRMED::contains);
    }

    boolean wholly() {
      return CONFIRMED.containsAll(tags);
    }

    String standing() {
      String all =
          tags.stream()
              .map(tag -> tag.equals("unsure") ? tag : "[" + tag + "]")
              .collect(Collectors.joining(", "));
      return (wholly() ? "yes: " : confirmed() ? "in part: " : "no: ") + all;
    }
  }

  /** All claims, in the order of the file. What claims nothing, such as an unknown, is none. */
  List<Claim> all() {
    List<Claim> claims = new ArrayList<>();
    for (String pointer : WHOLE) {
      boolean promisesNothing = !file.at(pointer).path("promised").asBoolean(true);
      if (!promisesNothing) {
        add(claims, pointer);
      }
    }
    for (int i = 0; i < file.path("prepare").size(); i++) {
      call(claims, "/prepare/" + i);
    }
    CALLS.forEach(call -> call(claims, call));
    members("/statuses").forEach(word -> add(claims, word));
    members("/after_paid").forEach(word -> add(claims, word));
    OF_MESSAGES.forEach(part -> add(claims, "/webhook/" + part));
    return claims;
  }

  private List<String> members(String pointer) {
    return file.at(pointer).properties().stream()
        .map(member -> pointer + "/" + member.getKey())
        .toList();
  }

  private void call(List<Claim> claims, String pointer) {
    OF_A_CALL.stream().limit(OF_A_CALL.size() - 1).forEach(p -> add(claims, pointer + "/" + p));
    JsonNode answers = file.at(pointer + "/answers");
    for (int i = 0; i < answers.size(); i++) {
      if (!answers.path(i).path("is").asText().equals("unknown")) {
        add(claims, pointer + "/answers/" + i);
      }
    }
    add(claims, pointer + "/read");
  }

  private void add(List<Claim> claims, String pointer) {
    JsonNode node = file.at(pointer);
    boolean there = node.isValueNode() || !node.isEmpty();
    if (there) {
      claims.add(new Claim(pointer, says(pointer, node), node.path("is").asText(), tags(pointer)));
    }
  }

  private String says(String pointer, JsonNode node) {
    String place = pointer.substring(1).replaceFirst("/answers/\\d+$", "").replace('/', ' ');
    if (place.startsWith("prepare")) {
      String step = file.at(pointer.replaceFirst("(/prepare/\\d+).*", "$1/name")).asText();
      place = place.replaceFirst("prepare \\d+", "step " + step);
    }
    String call = node.path("method").asText() + " " + node.path("path").asText();
    String more =
        node.has("when")
            ? when(node.path("when")) + " is " + node.path("is").asText()
            : node.has("path") ? call : "";
    return more.isEmpty() ? place : place + ": `" + more.replace("${", "{") + "`";
  }

  private static String when(JsonNode when) {
    List<String> parts = new ArrayList<>();
    when.properties()
        .forEach(
            part ->
                parts.add(
                    part.getValue().isObject()
                        ? part.getValue().properties().stream()
                            .map(test -> test.getKey() + " " + plain(test.getValue()))
                            .collect(Collectors.joining(", "))
                        : plain(part.getValue())));
    return String.join(", ", parts);
  }

  private static String plain(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString().replace("\"", "");
  }

  private Set<String> tags(String pointer) {
    int line = lineOf(pointer);
    Set<String> found = tagsIn(commentsAbove(line), text.subList(line - 1, endOf(pointer)));
    String parent = pointer;
    while (found.isEmpty() && parent.lastIndexOf('/') > 0) {
      parent = parent.substring(0, parent.lastIndexOf('/'));
      int at = lineOf(parent);
      found = tagsIn(commentsAbove(at), text.subList(at - 1, at));
    }
    return found;
  }

  private int lineOf(String pointer) {
    return lines.getOrDefault(pointer, 1);
  }

  /** The last line of a value: before the next one that is no part of it, and its comments. */
  private int endOf(String pointer) {
    int line = lineOf(pointer);
    int end =
        lines.entrySet().stream()
            .filter(other -> other.getValue() > line)
            .filter(other -> !other.getKey().startsWith(pointer + "/"))
            .mapToInt(Map.Entry::getValue)
            .min()
            .orElse(text.size() + 1);
    int last = end - 1;
    while (last > line && isComment(last)) {
      last--;
    }
    return last;
  }

  private List<String> commentsAbove(int line) {
    int from = line - 1;
    while (from > 0 && isComment(from)) {
      from--;
    }
    return text.subList(from, line - 1);
  }

  private boolean isComment(int line) {
    String content = text.get(line - 1).strip();
    return content.startsWith("#") || content.isEmpty();
  }

  private static Set<String> tagsIn(Collection<String> above, Collection<String> own) {
    Set<String> tags = new LinkedHashSet<>();
    Stream.concat(above.stream(), own.stream())
        .filter(line -> line.contains("#"))
        .map(line -> line.substring(line.indexOf('#')))
        .flatMap(comment -> TAG.matcher(comment).results())
        .map(match -> match.group(1) == null ? "unsure" : match.group(1))
        .forEach(tags::add);
    return tags;
  }
}
