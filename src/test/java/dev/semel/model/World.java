// Everything there is: one payout, two workers, the network and the partner, in 128 bits.
package dev.semel.model;

/**
 * Everything there is: one payout's row, two workers, the network and the partner. Immutable, and
 * two worlds are the same exactly when their bits are: nothing is hashed away.
 */
record World(long low, long high) {
  static final World EMPTY = new World(0, 0);

  int get(Part part) {
    return (int) ((part.word == 0 ? low : high) >>> part.shift) & part.most;
  }

  boolean is(Part part) {
    return get(part) != 0;
  }

  World with(Part part, int value) {
    if (value < 0 || value > part.most) {
      throw new IllegalStateException("the model has no room for " + part + " = " + value);
    }
    long cleared = ~((long) part.most << part.shift);
    long set = (long) value << part.shift;
    return part.word == 0
        ? new World((low & cleared) | set, high)
        : new World(low, (high & cleared) | set);
  }

  World with(Part part, boolean value) {
    return with(part, value ? 1 : 0);
  }
}
