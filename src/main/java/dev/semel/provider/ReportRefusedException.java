// The refusal of a report.
package dev.semel.provider;

/**
 * A report is not what the provider's file promises, or does not prove to be whole. It is refused
 * as a whole: none of its rows counts. The message says where, what, and what to do, and quotes no
 * value of the report.
 */
public final class ReportRefusedException extends UnreadableMessageException {
  private static final long serialVersionUID = 1L;

  private final transient ReportPlace place;

  /**
   * A refusal.
   *
   * @param place where
   * @param what what is wrong there, and what to do: sentences or half ones, without the place
   */
  public ReportRefusedException(ReportPlace place, String what) {
    super(place + ": " + what);
    this.place = place;
  }

  /** Where the report is not as promised. */
  public ReportPlace place() {
    return place;
  }
}
