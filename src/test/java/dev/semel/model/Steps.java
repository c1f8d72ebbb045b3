// Everything that can happen next in a world.
package dev.semel.model;

import java.util.function.Consumer;

/** Everything that can happen next in a world, each step with who does what, for a trace. */
final class Steps {
  final Ledger ledger;
  private final Scope scope;
  private final WorkerSteps workers;
  private final PartnerSteps partner;
  private final PeopleSteps people;
  private Consumer<World> sink = _ -> {};

  private String actor = "";
  private String verb = "";

  /** Steps that were left out because the model has no room for them. */
  long cutOff;

  Steps(Scope scope) {
    this.scope = scope;
    this.ledger = new Ledger(scope);
    this.workers = new WorkerSteps(scope, ledger, this);
    this.partner = new PartnerSteps(scope, ledger, this);
    this.people = new PeopleSteps(scope, ledger, this);
  }

  /** Names each world that can be next. */
  void from(World world, Consumer<World> next) {
    sink = next;
    time(world);
    workers.from(world);
    partner.from(world);
    people.from(world);
  }

  /** Says what is about to be tried, so that a violation on the way can be told. */
  void trying(String who, String what) {
    actor = who;
    verb = what;
    ledger.told.clear();
  }

  /** That leads to this world. */
  void to(World next) {
    Truths.check(scope, next);
    sink.accept(next);
  }

  String words() {
    String decided = ledger.told.isEmpty() ? "" : "  [" + String.join("; ", ledger.told) + "]";
    return actor + " " + verb + decided;
  }

  /**
   * One step of time passes. Not while a request would get older than the partner promises to take
   * it, nor while an answer would lie about longer than the model's patience.
   */
  private void time(World world) {
    if (Network.isAnyLate(scope, world) || workers.isAnyAnswerOld(world)) {
      return;
    }
    trying("time", "passes");
    World next = world;
    for (Part part : Part.INSTANTS) {
      if (world.is(part)) {
        next = scope.withRelative(next, part, scope.relative(world, part) - 1);
      }
    }
    to(next);
  }
}
