// Writes down what people are told.
package dev.semel.report.pickup;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Writes down what people are told. */
final class Told implements PickupDesk {
  final List<String> messages = new ArrayList<>();
  final TreeMap<LocalDate, String> late = new TreeMap<>();
  int mended;

  @Override
  public void faulty(String provider, String message) {
    messages.add(message);
  }

  @Override
  public void mended(String provider) {
    mended++;
  }

  @Override
  public void late(String provider, LocalDate day, String message) {
    late.put(day, message);
  }

  @Override
  public Set<LocalDate> toldAsLate(String provider) {
    return Set.copyOf(late.keySet());
  }

  @Override
  public void came(String provider, LocalDate day) {
    late.remove(day);
  }
}
