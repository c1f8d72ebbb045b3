// Files, settings and secrets that change while the server runs.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.Availability;
import dev.semel.provider.Provider;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.http.ProviderRegistry.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ProviderReloadTest extends ReloadWorld {
  private static final String ACCEPTED =
      "{\"id\":\"p1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}";

  @Test
  void a_sound_new_version_is_in_force_without_a_start() throws IOException {
    String before = registry.inForce("acme").orElseThrow().fingerprint();
    Instant since = registry.inForce("acme").orElseThrow().loadedAt();
    assertThat(looks()).isEmpty();
    assertThat(registry.inForce("acme").orElseThrow().loadedAt()).isEqualTo(since);

    write("acme.yaml", titled("Acme Two"));
    assertThat(looks()).isEmpty();

    assertThat(acme().title()).isEqualTo("Acme Two");
    assertThat(registry.inForce("acme").orElseThrow().fingerprint())
        .isNotEqualTo(before)
        .matches("[0-9a-f]{16}");
    assertThat(registry.inForce("acme").orElseThrow().file()).isEqualTo("acme.yaml");
  }

  @Test
  void a_broken_new_version_keeps_the_old_one_and_says_where_it_is_broken() throws IOException {
    FileProvider before = acme();
    write("acme.yaml", text -> text.replace("${secret.api_key}", "${secret.nothing}"));
    List<Trouble> troubles = looks();

    assertThat(acme()).isSameAs(before);
    assertThat(troubles).hasSize(1);
    assertThat(troubles.getFirst().subject()).isEqualTo(directory + "/acme.yaml");
    assertThat(troubles.getFirst().provider()).contains("acme");
    assertThat(troubles.getFirst().message())
        .contains("line 15: /auth/bearer")
        .contains("goes on with the version before")
        .contains("./semel provider check");
    assertThat(look()).as("it lasts, in the same words").isEqualTo(troubles);

    write("acme.yaml", titled("Mended"));
    assertThat(looks()).isEmpty();
    assertThat(acme().title()).isEqualTo("Mended");
  }

  @Test
  void what_is_being_written_is_not_read() throws IOException {
    FileProvider before = acme();
    String whole = titled("Written").apply(Acme.text());
    for (int part = 1; part < 4; part++) {
      Files.writeString(
          directory.resolve("acme.yaml"), whole.substring(0, whole.length() * part / 4));
      assertThat(look()).isEmpty();
      assertThat(acme()).isSameAs(before);
    }
    Files.writeString(directory.resolve("acme.yaml"), whole);
    assertThat(look()).isEmpty();
    assertThat(acme()).isSameAs(before);
    assertThat(look()).isEmpty();
    assertThat(acme().title()).isEqualTo("Written");
  }

  @Test
  void a_file_that_is_gone_leaves_its_provider_connected() throws IOException {
    Files.delete(directory.resolve("acme.yaml"));
    List<Trouble> troubles = look();
    assertThat(registry.find("acme")).isPresent();
    assertThat(troubles).extracting(Trouble::message).first().asString().contains("any more");
    write("other.yaml", Acme::patient);
    assertThat(looks()).as("under another file name").isEmpty();
    assertThat(registry.inForce("acme").orElseThrow().file()).isEqualTo("other.yaml");
  }

  @Test
  void a_directory_that_is_gone_disconnects_nobody() throws IOException {
    Files.delete(directory.resolve("acme.yaml"));
    Files.delete(directory);
    assertThat(look()).extracting(Trouble::subject).containsExactly("SEMEL_PROVIDERS_DIR");
    assertThat(registry.find("acme")).isPresent();
    Files.createDirectory(directory);
    write("acme.yaml", Acme::patient);
    assertThat(look()).isEmpty();
  }

  @Test
  void a_new_file_connects_its_provider_as_soon_as_its_settings_are_there() throws IOException {
    write("two.yaml", text -> text.replace("provider: acme", "provider: acme-two"));
    assertThat(looks())
        .extracting(Trouble::message)
        .first()
        .asString()
        .contains("SEMEL_PROVIDER_ACME_TWO_");
    assertThat(registry.find("acme-two")).isEmpty();
    configured("ACME_TWO", "http://127.0.0.1:1");
    assertThat(looks()).isEmpty();
    assertThat(registry.all()).extracting(Provider::name).containsExactly("acme", "acme-two");
  }

  @Test
  void a_file_that_names_another_provider_disconnects_nobody() throws IOException {
    configured("ACME_TWO", "http://127.0.0.1:1");
    write("acme.yaml", text -> text.replace("provider: acme", "provider: acme-two"));
    List<Trouble> troubles = List.of();
    for (int i = 0; i < 3; i++) {
      troubles = look();
    }
    assertThat(troubles).extracting(Trouble::provider).containsExactly(Optional.of("acme"));
    assertThat(registry.all()).extracting(Provider::name).containsExactly("acme", "acme-two");
  }

  @Test
  void of_two_files_of_one_name_the_one_in_force_stays() throws IOException {
    write("aaa.yaml", titled("Impostor"));
    assertThat(looks()).extracting(Trouble::subject).containsExactly(directory + "/aaa.yaml");
    assertThat(acme().title()).isEqualTo("Acme Payouts");
  }

  @Test
  void a_rotated_secret_is_used_by_the_next_request_and_both_are_masked() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(accepted("key-before-1")))) {
      environment.put("SEMEL_PROVIDER_ACME_BASE_URL", partner.url());
      assertThat(looks()).isEmpty();
      assertThat(acme().submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.requests().getLast()).contains("Bearer key-before-1");

      secret("key", "key-after-2");
      assertThat(looks()).isEmpty();
      assertThat(acme().submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.requests().getLast()).contains("Bearer key-after-2");
      partner.nowDoes(RawPartner.thenStay(accepted("key-after-2")));
      acme().submit(Acme.request(), Acme.ALWAYS);
    }
    assertThat(log.calls()).hasSize(3);
    assertThat(log.calls().toString()).doesNotContain("key-before-1").doesNotContain("key-after-2");
  }

  @Test
  void a_secret_that_is_rotated_between_a_step_and_the_payout_is_used_from_the_next_payout_on()
      throws IOException {
    List<String> seen = new CopyOnWriteArrayList<>();
    ScriptedPartner.Script script =
        link -> {
          for (String request = link.request(); !request.isEmpty(); request = link.request()) {
            seen.add(request);
            boolean step = request.startsWith("POST /v1/quotes");
            if (step && seen.size() == 1) {
              secret("key", "key-after-2");
              look();
              look();
            }
            link.write(accepted(step ? "key-before-1 key-after-2" : "nothing"));
          }
        };
    try (ScriptedPartner partner = new ScriptedPartner(script)) {
      environment.put("SEMEL_PROVIDER_ACME_BASE_URL", partner.url());
      write("acme.yaml", text -> PrepareApiTest.withStep(Acme.patient(text)));
      assertThat(looks()).isEmpty();
      FileProvider before = acme();
      assertThat(before.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(seen).hasSize(2).allMatch(request -> request.contains("Bearer key-before-1"));
      assertThat(acme()).isNotSameAs(before);
      assertThat(acme().submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(seen.subList(2, 4)).allMatch(request -> request.contains("Bearer key-after-2"));
    }
    assertThat(log.calls()).hasSize(4);
    assertThat(log.calls().toString()).doesNotContain("key-before-1").doesNotContain("key-after-2");
  }

  /** The partner names the secret, as some do when they explain what is wrong. */
  private static String accepted(String secret) {
    return RawPartner.answer("201 Created", ACCEPTED.replace("{", "{\"note\":\"" + secret + "\","));
  }

  @Test
  void a_secret_that_is_gone_keeps_the_one_before() throws IOException {
    FileProvider before = acme();
    Files.delete(secrets.resolve("key"));
    assertThat(looks())
        .extracting(Trouble::message)
        .first()
        .asString()
        .contains("SEMEL_PROVIDER_ACME_API_KEY_FILE")
        .doesNotContain("key-before-1");
    assertThat(acme()).isSameAs(before);
  }

  @Test
  void a_secret_behind_a_link_that_is_turned_is_found() throws IOException {
    secret("one", "key-one");
    secret("two", "key-two");
    Files.delete(secrets.resolve("key"));
    Files.createSymbolicLink(secrets.resolve("key"), secrets.resolve("one"));
    looks();
    FileProvider one = acme();
    Files.delete(secrets.resolve("key"));
    Files.createSymbolicLink(secrets.resolve("key"), secrets.resolve("two"));
    assertThat(looks()).isEmpty();
    assertThat(acme()).isNotSameAs(one);
  }

  @Test
  void an_open_breaker_and_what_was_counted_outlive_a_new_version() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""))) {
      environment.put("SEMEL_PROVIDER_ACME_BASE_URL", partner.url());
      UnaryOperator<String> strict =
          text -> Acme.patient(text).replace("failures: 10000, of: 10000", "failures: 3, of: 4");
      write("acme.yaml", strict);
      looks();
      for (int i = 0; i < 3; i++) {
        acme().submit(Acme.request(), Acme.ALWAYS);
      }
      write("acme.yaml", text -> strict.apply(text).replace("Acme Payouts", "Acme Three"));
      looks();
      assertThat(acme().title()).isEqualTo("Acme Three");
      assertThat(acme().breaker().openings()).isEqualTo(1);
      assertThat(acme().availability()).isInstanceOf(Availability.Unavailable.class);
      assertThat(acme().submit(Acme.request(), Acme.ALWAYS))
          .isEqualTo(new HeldBack("breaker open"));
      assertThat(partner.requests()).hasSize(3);
    }
  }

  @Test
  void a_running_call_ends_with_the_version_that_it_began_with() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch mayAnswer = new CountDownLatch(1);
    try (ScriptedPartner partner =
            new ScriptedPartner(
                link -> {
                  link.request();
                  asked.countDown();
                  await(mayAnswer);
                  link.write(RawPartner.answer("201 Created", ACCEPTED));
                  link.stay();
                });
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      environment.put("SEMEL_PROVIDER_ACME_BASE_URL", partner.url());
      UnaryOperator<String> one =
          text -> Acme.patient(text).replace("in_flight: 32", "in_flight: 1");
      write("acme.yaml", one);
      looks();
      FileProvider before = acme();
      CompletableFuture<SubmitOutcome> running =
          CompletableFuture.supplyAsync(() -> before.submit(Acme.request(), Acme.ALWAYS), threads);
      asked.await();

      write(
          "acme.yaml",
          text -> one.apply(text).replace("/v1/payouts/${", "/v2/payouts/${").replace("Acme", "B"));
      looks();
      assertThat(acme()).isNotSameAs(before);
      assertThat(acme().submit(Acme.request(), Acme.ALWAYS))
          .as("the one that runs is counted")
          .isInstanceOf(HeldBack.class);
      nanos.addAndGet(Duration.ofDays(1).toNanos());
      look();
      mayAnswer.countDown();
      assertThat(running.get(20, TimeUnit.SECONDS)).isInstanceOf(Accepted.class);
      assertThat(before.isIdle()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void room_grows_and_shrinks_with_the_file() throws IOException {
    write("acme.yaml", text -> Acme.patient(text).replace("in_flight: 32", "in_flight: 2"));
    looks();
    assertThat(acme().capacity().inFlight()).isEqualTo(2);
    assertThat(acme().terms().retry().attempts()).isEqualTo(6);
  }
}
