// How a bank's or a provider's ISO 20022 messages are read.
package dev.semel.provider.report;

import dev.semel.domain.ProviderStatus;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How ISO 20022 messages of one kind are read.
 *
 * @param message which kind of message
 * @param zone whose clock times without an offset are of
 * @param namespaces namespaces that are taken beside those of the standard
 * @param amount which of the amounts of a transaction is that of the payout
 * @param references where our reference may stand, the most trusted first
 * @param ids where the provider's own id stands, the most trusted first; empty where nowhere
 * @param balances whether a statement without both balances is refused
 * @param statuses of a status report: what its status words mean
 */
public record IsoFormat(
    Message message,
    ZoneId zone,
    Set<String> namespaces,
    Amount amount,
    List<Name> references,
    List<Name> ids,
    boolean balances,
    Map<String, ProviderStatus> statuses)
    implements ReportFormat {

  /** The names in which our reference is looked for where a file says nothing else. */
  public static final List<Name> REFERENCES =
      List.of(
          Name.END_TO_END_ID,
          Name.INSTRUCTION_ID,
          Name.TRANSACTION_ID,
          Name.ACCOUNT_OWNER_TRANSACTION_ID,
          Name.CREDITOR_REFERENCE,
          Name.REMITTANCE);

  /** A kind of message. */
  public enum Message {
    /** The statement of a day. */
    CAMT_053("camt.053", "BkToCstmrStmt", 13),
    /** Debits and credits as they are booked. */
    CAMT_054("camt.054", "BkToCstmrDbtCdtNtfctn", 13),
    /** How payments that we ordered stand. */
    PAIN_002("pain.002", "CstmrPmtStsRpt", 15);

    private final String name;
    private final String root;
    private final int newest;

    Message(String name, String root, int newest) {
      this.name = name;
      this.root = root;
      this.newest = newest;
    }

    /** Its name in the standard. */
    public String title() {
      return name;
    }

    /** The element in its document. */
    String root() {
      return root;
    }

    /** The newest version that is known to be read rightly. */
    int newest() {
      return newest;
    }
  }

  /** Which of the amounts of a transaction is meant. */
  public enum Amount {
    /** The transaction's own, in the currency of the account where the bank tells no other. */
    TRANSACTION,
    /** What was instructed, before conversion and charges. */
    INSTRUCTED,
    /** The counter value. */
    COUNTER_VALUE,
    /** That of the whole entry, where a bank books each payout alone. */
    ENTRY
  }

  /** Where a name of a payout may stand. */
  public enum Name {
    END_TO_END_ID,
    INSTRUCTION_ID,
    TRANSACTION_ID,
    UETR,
    ACCOUNT_OWNER_TRANSACTION_ID,
    ACCOUNT_SERVICER_TRANSACTION_ID,
    ACCOUNT_SERVICER_REFERENCE,
    PAYMENT_INFORMATION_ID,
    MESSAGE_ID,
    CREDITOR_REFERENCE,
    REMITTANCE,
    ENTRY_REFERENCE
  }

  public IsoFormat {
    namespaces = Set.copyOf(namespaces);
    references = List.copyOf(references);
    ids = List.copyOf(ids);
    statuses = Map.copyOf(statuses);
  }

  @Override
  public String title() {
    return message.title();
  }
}
