// Problem types as small HTML pages. All texts are our own constants; they are escaped all the
// same.
package dev.semel.problem;

import com.fasterxml.jackson.databind.JsonNode;

/** Renders the pages under {@code /problems}. They need no script and nothing from elsewhere. */
final class ProblemPages {

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>%s · Semel</title>
      <style>
      body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
      code,pre{background:#f2f2f2;padding:.1em .3em}
      pre{padding:.6em;overflow-x:auto}
      td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}
      a{color:#0b57a4}
      @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}code,pre{background:#2a2a2a}a{color:#8ec2ff}}
      </style>
      </head>
      <body>
      <main>
      """;
  private static final String FOOT = "</main>\n</body>\n</html>\n";

  private ProblemPages() {}

  /** The page that lists every type. */
  static String list() {
    StringBuilder page = new StringBuilder(HEAD.formatted("Problems"));
    page.append(
        "<h1>Problems</h1>\n<p>What this server answers when it can't do what was asked.</p>\n");
    page.append("<table>\n<tr><th>Status</th><th>Problem</th><th>What happened</th></tr>\n");
    for (ProblemType type : ProblemType.values()) {
      page.append(
          "<tr><td>%d</td><td><a href=\"%s\">%s</a></td><td>%s</td></tr>\n"
              .formatted(type.status(), type.path(), escape(type.title()), escape(type.meaning())));
    }
    return page.append("</table>\n").append(FOOT).toString();
  }

  /** The page of one type, with an example of it. */
  static String page(ProblemType type, JsonNode example) {
    return HEAD.formatted(escape(type.title()))
        + """
        <h1>%s</h1>
        <p>Status <code>%d</code>, type <code>%s</code></p>
        <h2>What happened</h2>
        <p>%s</p>
        <h2>What to do</h2>
        <p>%s</p>
        <h2>Does sending it again help?</h2>
        <p>%s</p>
        <h2>An example</h2>
        <pre>%s</pre>
        <p><a href="/problems">All problems</a></p>
        """
            .formatted(
                escape(type.title()),
                type.status(),
                type.path(),
                escape(type.meaning()),
                escape(type.advice()),
                retry(type.retry()),
                escape(example.toPrettyString()))
        + FOOT;
  }

  private static String retry(ProblemType.Retry retry) {
    return switch (retry) {
      case NEVER -> "No.";
      case AFTER_CHANGE -> "Yes, after the request or the state of things has changed.";
      case SAME_REQUEST -> "Yes, the same request, with the same Idempotency-Key.";
    };
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
