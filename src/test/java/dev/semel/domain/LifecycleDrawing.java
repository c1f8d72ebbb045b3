package dev.semel.domain;

import static dev.semel.domain.PayoutState.AWAITING_FUNDS;
import static dev.semel.domain.PayoutState.CANCELLED;
import static dev.semel.domain.PayoutState.FAILED;
import static dev.semel.domain.PayoutState.HELD;
import static dev.semel.domain.PayoutState.PAID;
import static dev.semel.domain.PayoutState.READY;
import static dev.semel.domain.PayoutState.RETURNED;
import static dev.semel.domain.PayoutState.SENT;
import static dev.semel.domain.PayoutState.SUBMISSION_UNKNOWN;
import static dev.semel.domain.PayoutState.SUBMITTING;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Draws {@code docs/lifecycle.svg}. Where boxes stand and lines run is placed by hand here; which
 * lines there are, and what is written at them, comes from the rules. A change of state without a
 * line, or a line without a change of state, fails the drawing.
 */
final class LifecycleDrawing {
  private static final int BOX_WIDTH = 190;
  private static final int BOX_HEIGHT = 56;
  private static final int LINE_HEIGHT = 15;
  private static final String NO_WORDS = "none";

  private static final Map<PayoutState, int[]> CENTRES = new EnumMap<>(PayoutState.class);
  private static final Map<LifecycleGraph.Way, Route> ROUTES = new LinkedHashMap<>();

  /**
   * A line through points, and where its words stand: "start", "middle" or "end" of them at a
   * point.
   */
  private record Route(String points, int x, int y, String anchor) {}

  static {
    CENTRES.put(HELD, new int[] {430, 110});
    CENTRES.put(AWAITING_FUNDS, new int[] {130, 340});
    CENTRES.put(READY, new int[] {430, 340});
    CENTRES.put(SUBMITTING, new int[] {760, 340});
    CENTRES.put(SUBMISSION_UNKNOWN, new int[] {760, 570});
    CENTRES.put(CANCELLED, new int[] {430, 730});
    CENTRES.put(SENT, new int[] {1050, 160});
    CENTRES.put(FAILED, new int[] {1310, 275});
    CENTRES.put(PAID, new int[] {1310, 440});
    CENTRES.put(RETURNED, new int[] {1310, 590});
    ours(AWAITING_FUNDS, READY, new Route("225,340 335,340", 280, 331, "middle"));
    ours(AWAITING_FUNDS, HELD, new Route("90,312 90,95 335,95", 212, 87, "middle"));
    ours(AWAITING_FUNDS, CANCELLED, new Route("130,368 130,718 335,718", 140, 690, "start"));
    ours(HELD, AWAITING_FUNDS, new Route("335,125 140,125 140,312", 238, 142, "middle"));
    ours(HELD, READY, new Route("460,138 460,312", 469, 200, "start"));
    ours(HELD, CANCELLED, new Route("390,82 390,44 15,44 15,742 335,742", 30, 758, "start"));
    ours(READY, HELD, new Route("400,312 400,138", 391, 180, "end"));
    ours(READY, SUBMITTING, new Route("525,328 665,328", 595, 319, "middle"));
    ours(READY, SUBMISSION_UNKNOWN, new Route("430,368 430,585 665,585", 548, 604, "middle"));
    ours(HELD, SUBMISSION_UNKNOWN, new Route("525,125 600,125 600,585 665,585", 0, 0, NO_WORDS));
    ours(SENT, SUBMISSION_UNKNOWN, new Route("955,175 890,175 890,555 855,555", 882, 205, "end"));
    ours(READY, CANCELLED, new Route("400,368 400,702", 391, 590, "end"));
    ours(SUBMITTING, READY, new Route("665,352 525,352", 595, 369, "middle"));
    ours(SUBMITTING, HELD, new Route("730,312 730,110 525,110", 628, 87, "middle"));
    ours(SUBMITTING, FAILED, new Route("790,312 790,262 1215,262", 800, 254, "start"));
    ours(SUBMITTING, SUBMISSION_UNKNOWN, new Route("760,368 760,542", 751, 400, "end"));
    ours(SUBMISSION_UNKNOWN, READY, new Route("665,570 460,570 460,368", 562, 547, "middle"));
    ours(
        SUBMISSION_UNKNOWN,
        SENT,
        new Route("800,598 800,660 1440,660 1440,160 1145,160", 1250, 652, "middle"));
    ours(
        SUBMISSION_UNKNOWN,
        FAILED,
        new Route("800,598 800,660 1440,660 1440,275 1405,275", 0, 0, NO_WORDS));
    ours(SENT, FAILED, new Route("1100,132 1100,90 1462,90 1462,265 1405,265", 1275, 82, "middle"));
    ours(SENT, PAID, new Route("1100,132 1100,90 1462,90 1462,440 1405,440", 0, 0, NO_WORDS));
    ours(SENT, RETURNED, new Route("1100,132 1100,90 1462,90 1462,590 1405,590", 0, 0, NO_WORDS));
    ours(PAID, RETURNED, new Route("1345,468 1345,562", 1336, 508, "end"));
    ours(FAILED, RETURNED, new Route("1405,285 1425,285 1425,580 1405,580", 1419, 362, "end"));
    said(READY, new Route("490,368 490,500 985,500 985,475", 500, 492, "start"));
    said(SUBMITTING, new Route("855,340 985,340 985,405", 0, 0, NO_WORDS));
    said(SUBMISSION_UNKNOWN, new Route("855,570 1020,570 1020,475", 0, 0, NO_WORDS));
    said(SENT, new Route("1030,188 1030,405", 0, 0, NO_WORDS));
    said(HELD, new Route("470,82 470,44 915,44 915,440 965,440", 485, 36, "start"));
    saying(SENT, new Route("1070,405 1070,188", 1079, 225, "start"));
    saying(FAILED, new Route("1135,425 1175,425 1175,288 1215,288", 1167, 350, "end"));
    saying(PAID, new Route("1135,440 1215,440", 1184, 432, "start"));
    saying(RETURNED, new Route("1135,455 1175,455 1175,590 1215,590", 1167, 540, "end"));
    saying(CANCELLED, new Route("1070,475 1070,730 525,730", 1062, 722, "end"));
  }

  private LifecycleDrawing() {}

  private static void ours(PayoutState from, PayoutState to, Route route) {
    ROUTES.put(LifecycleGraph.Way.between(from, to), route);
  }

  private static void said(PayoutState from, Route route) {
    ROUTES.put(LifecycleGraph.Way.intoWord(from), route);
  }

  private static void saying(PayoutState to, Route route) {
    ROUTES.put(LifecycleGraph.Way.outOfWord(to), route);
  }

  /** The whole drawing. */
  static String svg() {
    Map<LifecycleGraph.Way, List<String>> ways = LifecycleGraph.ways();
    if (!ways.keySet().equals(ROUTES.keySet())) {
      throw new IllegalStateException(
          "the rules have the ways %s, and the drawing has %s: place them in LifecycleDrawing"
              .formatted(
                  without(ways.keySet(), ROUTES.keySet()),
                  without(ROUTES.keySet(), ways.keySet())));
    }
    StringBuilder svg = new StringBuilder(HEAD);
    ROUTES.forEach((way, route) -> svg.append(line(way, route)));
    svg.append(START);
    CENTRES.forEach((state, centre) -> svg.append(box(state, centre[0], centre[1])));
    svg.append(WORD);
    ROUTES.forEach((way, route) -> svg.append(words(ways.getOrDefault(way, List.of()), route)));
    return svg.append(LEGEND).append("</svg>\n").toString();
  }

  private static List<LifecycleGraph.Way> without(
      Set<LifecycleGraph.Way> ways, Set<LifecycleGraph.Way> others) {
    return ways.stream().filter(way -> !others.contains(way)).toList();
  }

  private static String line(LifecycleGraph.Way way, Route route) {
    String kind = way.byProvidersWord() ? "said" : "ours";
    return "  <path class=\"%s\" marker-end=\"url(#%s)\" d=\"%s\"/>\n"
        .formatted(kind, kind, rounded(route.points()));
  }

  /** A path through the points with rounded corners. */
  private static String rounded(String points) {
    int[][] at =
        Arrays.stream(points.split(" "))
            .map(point -> Arrays.stream(point.split(",")).mapToInt(Integer::parseInt).toArray())
            .toArray(int[][]::new);
    StringBuilder path = new StringBuilder("M%d,%d".formatted(at[0][0], at[0][1]));
    for (int i = 1; i < at.length - 1; i++) {
      int[] before = towards(at[i], at[i - 1]);
      int[] after = towards(at[i], at[i + 1]);
      path.append(" L%d,%d".formatted(before[0], before[1]));
      path.append(" Q%d,%d %d,%d".formatted(at[i][0], at[i][1], after[0], after[1]));
    }
    int[] last = at[at.length - 1];
    return path.append(" L%d,%d".formatted(last[0], last[1])).toString();
  }

  private static int[] towards(int[] corner, int[] other) {
    int radius = 10;
    return new int[] {
      corner[0] + radius * Integer.signum(other[0] - corner[0]),
      corner[1] + radius * Integer.signum(other[1] - corner[1])
    };
  }

  private static String box(PayoutState state, int x, int y) {
    String kind = WireNames.of(state.atProvider()) + (state.terminal() ? " final" : "");
    StringBuilder box = new StringBuilder();
    box.append(
        "  <rect class=\"state %s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\"/>\n"
            .formatted(kind, x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, BOX_WIDTH, BOX_HEIGHT));
    if (state.terminal()) {
      box.append(
          "  <rect class=\"inner\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"9\"/>\n"
              .formatted(
                  x - BOX_WIDTH / 2 + 5, y - BOX_HEIGHT / 2 + 5, BOX_WIDTH - 10, BOX_HEIGHT - 10));
    }
    return box.append(
            "  <text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n"
                .formatted(x, y + 5, state.wireName()))
        .toString();
  }

  private static String words(List<String> lines, Route route) {
    StringBuilder words = new StringBuilder();
    if (route.anchor().equals(NO_WORDS)) {
      return "";
    }
    for (int i = 0; i < lines.size(); i++) {
      words.append(
          "  <text class=\"words\" text-anchor=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n"
              .formatted(route.anchor(), route.x(), route.y() + i * LINE_HEIGHT, lines.get(i)));
    }
    return words.toString();
  }

  private static final String HEAD =
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1480 830" role="img" aria-label="The states of a payout and what leads from one to the next">
        <style>
          text { font-family: "DejaVu Sans", Verdana, "Segoe UI", sans-serif; fill: #1f2933; }
          .name { font-size: 14px; font-weight: bold; text-anchor: middle; }
          .words { font-size: 12px; fill: #323f4b; stroke: #ffffff; stroke-width: 4px; paint-order: stroke; stroke-linejoin: round; }
          .state { stroke: #52606d; stroke-width: 1.5px; }
          .inner { fill: none; stroke: #52606d; stroke-width: 1px; }
          .no { fill: #f5f7fa; }
          .perhaps { fill: #ffe8b3; stroke: #b44d12; }
          .yes { fill: #cfe8fc; stroke: #1d5c96; }
          .no_longer { fill: #e4e7eb; }
          .word { fill: #1d5c96; }
          .word-name { font-size: 14px; font-weight: bold; fill: #ffffff; text-anchor: middle; }
          .ours { fill: none; stroke: #616e7c; stroke-width: 1.6px; }
          .said { fill: none; stroke: #1d5c96; stroke-width: 1.6px; }
        </style>
        <defs>
          <marker id="ours" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L10,5 L0,10 z" fill="#616e7c"/></marker>
          <marker id="said" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L10,5 L0,10 z" fill="#1d5c96"/></marker>
        </defs>
        <rect width="1480" height="830" fill="#ffffff"/>
      """;

  private static final String START =
      """
        <circle cx="280" cy="240" r="7" fill="#1f2933"/>
        <path class="ours" marker-end="url(#ours)" d="M276,240 L205,312"/>
        <path class="ours" marker-end="url(#ours)" d="M284,240 L355,312"/>
        <text class="words" text-anchor="middle" x="280" y="225">accepted</text>
        <text class="words" text-anchor="end" x="229" y="277">unfunded</text>
        <text class="words" text-anchor="start" x="331" y="277">funded</text>
      """;

  private static final String WORD =
      """
        <rect class="word" x="965" y="405" width="170" height="70" rx="35"/>
        <text class="word-name" x="1050" y="436">the provider</text>
        <text class="word-name" x="1050" y="454">says how it stands</text>
      """;

  private static final String LEGEND =
      """
        <text class="words" x="40" y="806">The provider:</text>
        <rect class="state no" x="140" y="792" width="30" height="20" rx="5"/><text class="words" x="178" y="806">does not have it</text>
        <rect class="state perhaps" x="310" y="792" width="30" height="20" rx="5"/><text class="words" x="348" y="806">may have it: nothing is sent again without evidence</text>
        <rect class="state yes" x="710" y="792" width="30" height="20" rx="5"/><text class="words" x="748" y="806">has it</text>
        <rect class="state no_longer" x="815" y="792" width="30" height="20" rx="5"/><text class="words" x="853" y="806">is done with it</text>
        <rect class="state no" x="980" y="792" width="30" height="20" rx="5"/><rect class="inner" x="983" y="795" width="24" height="14" rx="3"/><text class="words" x="1018" y="806">final</text>
      """;
}
