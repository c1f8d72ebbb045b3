package dev.semel.provider.file;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The values that the templates at one place of a file may use.
 *
 * @param paths the exact paths that are known here
 */
record TemplateScope(Set<String> paths) {
  private static final Set<String> ATTEMPT =
      Set.of("attempt.number", "attempt.reference", "attempt.key");
  private static final Set<String> SUBMISSION =
      Set.of(
          "payout.id",
          "payout.amount",
          "payout.currency",
          "payout.purpose",
          "payout.reference",
          "beneficiary.name",
          "beneficiary.country",
          "beneficiary.method",
          "beneficiary.bank_account.account_number",
          "beneficiary.bank_account.iban",
          "beneficiary.bank_account.bank_code",
          "beneficiary.bank_account.branch_code",
          "beneficiary.bank_account.swift_bic",
          "beneficiary.mobile_wallet.msisdn",
          "beneficiary.mobile_wallet.operator",
          "beneficiary.cash_pickup.location_code",
          "beneficiary.card_token.token",
          "sender.name",
          "sender.country");
  private static final Set<String> QUESTION = Set.of("payout.id", "payout.currency");
  private static final Pattern SETTING = Pattern.compile("(config|secret)\\..*");

  TemplateScope {
    paths = Set.copyOf(paths);
  }

  /** Settings alone: the declared ones, and the base URL. */
  static TemplateScope ofSettings(Set<String> config, Set<String> secrets) {
    Set<String> paths = new HashSet<>(Set.of("config.base_url"));
    config.forEach(name -> paths.add("config." + name));
    secrets.forEach(name -> paths.add("secret." + name));
    return new TemplateScope(paths);
  }

  TemplateScope withSubmission() {
    return with(ATTEMPT).with(SUBMISSION);
  }

  TemplateScope withQuestion() {
    return with(ATTEMPT).with(QUESTION);
  }

  TemplateScope with(Set<String> more) {
    Set<String> all = new HashSet<>(paths);
    all.addAll(more);
    return new TemplateScope(all);
  }

  boolean knows(String path) {
    return paths.contains(path);
  }

  /** Why a path that is not known here is wrong, and what to do. */
  static String adviceFor(String path) {
    if (SETTING.matcher(path).matches()) {
      String list = path.startsWith("secret.") ? "secrets" : "config";
      String name = path.substring(path.indexOf('.') + 1);
      return "'" + path + "' is not declared; add '" + name + "' to " + list + " or correct it.";
    }
    return "There is no value '"
        + path
        + "' at this place; use one that docs/provider-files.md lists.";
  }
}
