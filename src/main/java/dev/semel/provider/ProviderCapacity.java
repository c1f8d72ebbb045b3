package dev.semel.provider;

import dev.semel.domain.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Which payouts a provider takes, and how many at a time.
 *
 * @param corridors what it serves
 * @param inFlight how many calls may run at once on one node
 * @param perSecond how many submissions may start in one second, on all nodes together
 * @param unknownExposure per currency: how much money may be in unknown submissions before new ones
 *     stop
 */
public record ProviderCapacity(
    List<Corridor> corridors,
    int inFlight,
    int perSecond,
    Map<String, BigDecimal> unknownExposure) {
  public ProviderCapacity {
    corridors = List.copyOf(corridors);
    unknownExposure = Map.copyOf(unknownExposure);
  }

  /** The same for other corridors. */
  public ProviderCapacity serving(List<Corridor> others) {
    return new ProviderCapacity(others, inFlight, perSecond, unknownExposure);
  }

  /** True when the provider takes a payout of this money to this country by this method. */
  public boolean serves(String country, String method, Money money) {
    return corridors.stream().anyMatch(corridor -> corridor.takes(country, method, money));
  }

  /**
   * A country, a currency, the methods, and the amounts between which (both included) the provider
   * takes payouts.
   */
  public record Corridor(
      String country, String currency, List<String> methods, BigDecimal min, BigDecimal max) {
    public Corridor {
      methods = List.copyOf(methods);
    }

    boolean takes(String toCountry, String method, Money money) {
      return country.equals(toCountry)
          && currency.equals(money.currency().code())
          && methods.contains(method)
          && money.amount().compareTo(min) >= 0
          && money.amount().compareTo(max) <= 0;
    }
  }
}
