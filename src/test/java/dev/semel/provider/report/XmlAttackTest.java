// XML that means harm is refused before anything of it is done.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class XmlAttackTest {
  private static final ReportFile CAMT = ReportFile.of("{camt053: {}}");
  private static final String ONE =
      Camt.document(
          "02",
          Camt.statement(
              "900.00",
              Camt.debit("100.00", Camt.details(Camt.detail("R-1", Camt.own("100.00"))))));

  private static String with(String doctype, String reference) {
    return ONE.replace("<Document", doctype + "<Document").replace(">R-1<", ">" + reference + "<");
  }

  @Test
  @Timeout(20)
  void s_03_nine_levels_of_laughs_expand_to_nothing() {
    StringBuilder doctype = new StringBuilder("<!DOCTYPE Document [<!ENTITY lol0 \"lol\">");
    for (int level = 1; level <= 9; level++) {
      doctype
          .append("<!ENTITY lol")
          .append(level)
          .append(" \"")
          .append(("&lol" + (level - 1) + ";").repeat(10))
          .append("\">");
    }
    long before = used();
    assertThat(CAMT.refusal(with(doctype + "]>", "&lol9;"))).contains("DOCTYPE");
    assertThat(used() - before).as("bytes that stay").isLessThan(50_000_000);
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void s_03_no_file_is_read_and_nobody_is_asked(@TempDir Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "R-of-the-file");
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/x";
      for (String doctype :
          new String[] {
            "<!DOCTYPE Document SYSTEM \"" + address + "\">",
            "<!DOCTYPE Document PUBLIC \"-//X\" \"" + address + "\">",
            "<!DOCTYPE Document [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>",
            "<!DOCTYPE Document [<!ENTITY x SYSTEM \"" + address + "\">]>",
            "<!DOCTYPE Document [<!ENTITY % p SYSTEM \"" + address + "\"> %p;]>",
            "<!DOCTYPE Document [<!ENTITY % p \"<!ENTITY x 'y'>\"> %p;]>",
            "<!DOCTYPE Document>",
            "<!-- --><!DOCTYPE Document []>"
          }) {
        assertThat(CAMT.refusal(with(doctype, "&x;"))).contains("line");
        assertThat(CAMT.refusal(with(doctype, "R-1"))).contains("DOCTYPE");
      }
      assertThat(asked.get()).as("requests that went out").isZero();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void s_03_a_doctype_in_utf_16_is_one_too() {
    String hidden =
        with("<!DOCTYPE Document [<!ENTITY x \"y\">]>", "&x;").replace("UTF-8", "UTF-16");
    assertThat(CAMT.refusal(hidden.getBytes(StandardCharsets.UTF_16))).contains("DOCTYPE");
  }

  @Test
  void s_03_an_entity_that_nobody_declared_and_an_inclusion_are_never_followed() throws Exception {
    assertThat(CAMT.refusal(with("", "&x;"))).contains("line");
    String inclusion =
        ONE.replace(
            "<BkToCstmrStmt>",
            "<BkToCstmrStmt><xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"file:///etc/passwd\"/>");
    assertThat(CAMT.rows(inclusion)).as("an element of another namespace, passed over").hasSize(1);
  }

  @Test
  @Timeout(20)
  void depth_attributes_and_texts_have_bounds() {
    String deep = "<a>".repeat(5_000);
    assertThat(CAMT.refusal(ONE.replace("<Ntry>", deep + "<Ntry>"))).contains("larger or deeper");
    StringBuilder attributes = new StringBuilder("<Ntry");
    for (int i = 0; i < 500; i++) {
      attributes.append(" a").append(i).append("=\"x\"");
    }
    assertThat(CAMT.refusal(ONE.replace("<Ntry>", attributes + ">"))).contains("larger or deeper");
    assertThat(CAMT.refusal(ONE.replace(">R-1<", ">" + "R".repeat(200_000) + "<")))
        .contains("line");
    assertThat(CAMT.refusal(ONE.replace("Ccy=\"EUR\"", "Ccy=\"" + "E".repeat(200_000) + "\"")))
        .contains("line");
  }

  @Test
  @Timeout(20)
  void what_is_passed_over_may_be_long_and_needs_no_memory() throws Exception {
    String long1 = "<AddtlNtryInf>" + "x".repeat(60_000) + "</AddtlNtryInf>";
    assertThat(CAMT.rows(ONE.replace("</Ntry>", long1 + "</Ntry>"))).hasSize(1);
  }

  @Test
  void broken_utf_8_is_no_text() {
    byte[] bytes = ONE.replace(">R-1<", ">R\u00FC1<").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(CAMT.refusal(bytes)).contains("no readable text");
  }
}
