// How reports come to us, in words.
package dev.semel.provider.file;

import dev.semel.provider.ReportFolder.Completeness;
import java.util.ArrayList;
import java.util.List;

/** Says in plain sentences how a partner's reports come to us. */
final class ReportWayWords {
  private ReportWayWords() {}

  static String of(ReportWay way) {
    return switch (way) {
      case ReportWay.Asked _ -> "It is asked for each day's over HTTP.";
      case ReportWay.Brought _ -> "People bring it.";
      case ReportWay.Sftp sftp -> sftp(sftp);
      case ReportWay.As2 as2 ->
          "The partner sends it over AS2, signed"
              + (as2.encrypted() ? " and encrypted" : "")
              + ": only its own certificate proves the signature. It gets a receipt when we have it.";
    };
  }

  private static String sftp(ReportWay.Sftp sftp) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "It is found on the partner's SFTP server, every "
            + ProviderExplanation.words(sftp.every())
            + ", under names like '"
            + sftp.files()
            + "'.");
    int keys = sftp.hostKeys().size();
    sentences.add(
        (keys == 1
                ? "The server has to show the one key"
                : "The server has to show one of the " + keys + " keys")
            + " by which it is known; under any other nothing is said to it.");
    sentences.add(complete(sftp.complete()));
    if (!sftp.files().isDated()) {
      sentences.add("Its name has no date: it is taken for that of the day before it was found.");
    }
    List<String> beside = sftp.beside().awaited();
    if (!beside.isEmpty()) {
      sentences.add(
          "It is not taken before "
              + String.join(" and ", beside.stream().map(s -> "'" + s + "'").toList())
              + " of its name are there.");
    }
    sentences.add(
        sftp.removes()
            ? "Once we have it, it is removed there."
            : "It stays there; what we have is not fetched again.");
    return String.join(" ", sentences);
  }

  private static String complete(Completeness complete) {
    return switch (complete) {
      case Completeness.Renamed renamed ->
          "It is complete when it has its name; until then the name ends in "
              + String.join(" or ", renamed.temporary())
              + ".";
      case Completeness.Marked marked ->
          "It is complete when a file with '" + marked.suffix() + "' behind its name is there.";
      case Completeness.Stable stable ->
          "It is taken for complete when it has not changed for "
              + ProviderExplanation.words(stable.quiet())
              + ": only what it says of itself can tell that it was cut.";
    };
  }
}
