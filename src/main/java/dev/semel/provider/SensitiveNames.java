// Which names stand before what must not be seen.
package dev.semel.provider;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells by the name of a member, a header or a parameter what its value is. */
enum SensitiveNames {
  /** Proves who somebody is: nothing of it is kept. */
  SECRET,
  /** Names an account, a card or a telephone: its last four characters are kept. */
  ACCOUNT,
  /** Says nothing of the value. */
  PLAIN;

  private static final Set<String> SECRETS =
      Set.of("cookie", "setcookie", "passwd", "pin", "otp", "cvv", "cvc", "jwt", "assertion");
  private static final List<String> ENDS_OF_SECRETS =
      List.of(
          "authorization",
          "password",
          "passphrase",
          "secret",
          "signature",
          "token",
          "apikey",
          "secretkey",
          "privatekey",
          "accesskey",
          "signingkey",
          "subscriptionkey",
          "authkey",
          "credential",
          "credentials");
  private static final Set<String> ACCOUNTS =
      Set.of(
          "account",
          "accountnumber",
          "accountno",
          "beneficiaryaccount",
          "bankaccount",
          "creditoraccount",
          "destinationaccount",
          "iban",
          "msisdn",
          "phone",
          "phonenumber",
          "mobile",
          "mobilenumber",
          "mobilewallet",
          "partya",
          "partyb",
          "partyid",
          "walletid",
          "card",
          "cardnumber",
          "cardtoken",
          "pan",
          "receiver");
  private static final List<String> ENDS_OF_ACCOUNTS =
      List.of(
          "accountnumber", "accountno", "iban", "msisdn", "phonenumber", "phoneno", "cardnumber");

  /** What the value of a name is; names are compared by their letters and digits alone. */
  static SensitiveNames of(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    String one = plain.endsWith("s") ? plain.substring(0, plain.length() - 1) : plain;
    boolean account =
        ACCOUNTS.contains(plain)
            || ACCOUNTS.contains(one)
            || ENDS_OF_ACCOUNTS.stream().anyMatch(one::endsWith);
    if (account) {
      return ACCOUNT;
    }
    boolean secret = SECRETS.contains(plain) || ENDS_OF_SECRETS.stream().anyMatch(plain::endsWith);
    return secret ? SECRET : PLAIN;
  }
}
