// Tells people of reports that were due and are not there.
package dev.semel.report.pickup;

import dev.semel.db.Tx;
import dev.semel.provider.Provider;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells people of each report that was due in the last seven days and is not there, once, with the
 * time that it was due and what is known of it; and that it came. However a report comes, it may be
 * late.
 */
@Singleton
public class TellOfLateReports {
  private final Providers providers;
  private final PickupStore store;
  private final PickupDesk desk;

  TellOfLateReports(Providers providers, PickupStore store, PickupDesk desk) {
    this.providers = providers;
    this.store = store;
    this.desk = desk;
  }

  /** Looks once at every provider that has reports. */
  public void tell() {
    Tx.assertOutside();
    tellAt(Tx.call(store::now));
  }

  /** Tells of what is late at a moment. */
  void tellAt(Instant now) {
    for (Provider provider : providers.all()) {
      provider.reportSource().ifPresent(source -> Tx.run(() -> tell(provider.name(), source, now)));
    }
  }

  private void tell(String provider, ReportSource source, Instant now) {
    Set<LocalDate> told = desk.toldAsLate(provider);
    Set<LocalDate> asked = new LinkedHashSet<>(ReportDays.due(source, now));
    asked.addAll(told);
    List<LocalDate> missing = store.missing(provider, asked, source.timeZone().getId());
    for (LocalDate day : missing) {
      if (!told.contains(day)) {
        desk.late(provider, day, sentence(provider, source, day));
      }
    }
    told.stream().filter(day -> !missing.contains(day)).forEach(day -> desk.came(provider, day));
  }

  private String sentence(String provider, ReportSource source, LocalDate day) {
    List<String> standing = store.standing(provider, day);
    return "The report of "
        + day
        + " of "
        + provider
        + " was due at "
        + ReportDays.due(source, day).toOffsetDateTime()
        + " ("
        + source.timeZone()
        + ") and is not there or does not count yet."
        + (standing.isEmpty()
            ? " Nothing of it has come."
            : " So far: " + String.join("; ", standing) + ".")
        + " Ask the provider for it, or look at what is said here.";
  }
}
