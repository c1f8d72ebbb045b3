// Statements of ISO 20022, put together by tests.
package dev.semel.provider.report;

/** Writes camt.053 as banks do. */
final class Camt {
  private Camt() {}

  static String document(String version, String statements) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001."
        + version
        + "\">\n<BkToCstmrStmt><GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-12-01T02:00:00</CreDtTm></GrpHdr>\n"
        + statements
        + "\n</BkToCstmrStmt></Document>\n";
  }

  /** A statement of 2026-11-30 in euros, from 1,000.00. */
  static String statement(String closing, String entries) {
    return statement("S-1", "NL00BANK0123456789", "EUR", "1000.00", closing, entries);
  }

  static String statement(
      String id, String account, String currency, String opening, String closing, String entries) {
    return "<Stmt><Id>"
        + id
        + "</Id><ElctrncSeqNb>334</ElctrncSeqNb><CreDtTm>2026-12-01T01:00:00.000000000</CreDtTm>"
        + "<FrToDt><FrDtTm>2026-11-30T00:00:00</FrDtTm><ToDtTm>2026-11-30T23:59:59</ToDtTm></FrToDt>"
        + "<Acct><Id><IBAN>"
        + account
        + "</IBAN></Id><Ccy>"
        + currency
        + "</Ccy></Acct>\n"
        + balance("OPBD", opening, currency)
        + balance("CLBD", closing, currency)
        + "\n"
        + entries
        + "</Stmt>";
  }

  static String balance(String code, String amount, String currency) {
    boolean owed = amount.startsWith("-");
    return "<Bal><Tp><CdOrPrtry><Cd>"
        + code
        + "</Cd></CdOrPrtry></Tp><Amt Ccy=\""
        + currency
        + "\">"
        + (owed ? amount.substring(1) : amount)
        + "</Amt><CdtDbtInd>"
        + (owed ? "DBIT" : "CRDT")
        + "</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>";
  }

  /** A booked debit of one amount with what is in it. */
  static String debit(String amount, String inside) {
    return entry(amount, "DBIT", "", inside);
  }

  /** A booked credit; {@code more} may be a reversal indicator. */
  static String credit(String amount, String more, String inside) {
    return entry(amount, "CRDT", more, inside);
  }

  static String entry(String amount, String direction, String more, String inside) {
    return "<Ntry><NtryRef>0001</NtryRef><Amt Ccy=\"EUR\">"
        + amount
        + "</Amt><CdtDbtInd>"
        + direction
        + "</CdtDbtInd>"
        + more
        + "<Sts>BOOK</Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt><ValDt><Dt>2026-11-30</Dt></ValDt>"
        + "<AcctSvcrRef>BANK-1</AcctSvcrRef>"
        + "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>"
        + inside
        + "</Ntry>\n";
  }

  static String details(String... details) {
    return "<NtryDtls>" + String.join("", details) + "</NtryDtls>";
  }

  /** A transaction with our reference and what else is in it. */
  static String detail(String reference, String more) {
    return "<TxDtls><Refs><EndToEndId>" + reference + "</EndToEndId></Refs>" + more + "</TxDtls>";
  }

  /** The transaction's own amount, as versions 02 and 03 have it. */
  static String own(String amount) {
    return "<AmtDtls><TxAmt><Amt Ccy=\"EUR\">" + amount + "</Amt></TxAmt></AmtDtls>";
  }
}
