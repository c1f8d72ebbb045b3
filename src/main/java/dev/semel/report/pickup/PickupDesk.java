// Tells people about reports that don't come.
package dev.semel.report.pickup;

import java.time.LocalDate;
import java.util.Set;

/** Tells people about reports that don't come, in the open transaction. */
public interface PickupDesk {
  /** A provider's reports can't be had. */
  void faulty(String provider, String message);

  /** They can be had again. */
  void mended(String provider);

  /** The report of a day was due and is not there. */
  void late(String provider, LocalDate day, String message);

  /** The days of a provider that people were told of as late. */
  Set<LocalDate> toldAsLate(String provider);

  /** The report of a day that was late is there. */
  void came(String provider, LocalDate day);
}
