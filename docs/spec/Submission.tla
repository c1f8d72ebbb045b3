---------------------------- MODULE Submission ----------------------------
(***************************************************************************)
(* How one payout is submitted to a partner, by any number of workers that  *)
(* may stop, go on and die at every step, over a network that delays and    *)
(* loses, to a partner that promises nothing but one thing: what it         *)
(* accepts shows in a lookup within a stated time.                          *)
(*                                                                          *)
(* The partner here is the worst one: it pays every request that reaches    *)
(* it, whatever its reference. So "paid once" rests on our protocol alone.  *)
(*                                                                          *)
(* The names are the program's: ClaimDuePayouts, RunningClaims (Renew and   *)
(* MayWrite), SubmitPayout, SweepAbandoned, ResolveUnknown, AbsenceRule,    *)
(* SeeOtherAttempt, CancelPayout. Time is the database's clock, in whole     *)
(* steps.                                                                   *)
(*                                                                          *)
(* The payout may be a second attempt. Then the partner may say at any time *)
(* that it paid the first after all: from then on nobody gets leave to      *)
(* write, until people have settled it, which is not in here.               *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Workers,        \* who may work on the payout
    Lease,          \* how long a claim lasts; even
    Visible,        \* within how long an accepted request shows in a lookup
    LastInstant,    \* the model's end of time
    MostClaims,     \* the model's bound on claims
    MostLies,       \* how often a lookup says "absent" of what the partner has, late copies of its data
    Speaks,         \* whether the partner may speak of an earlier attempt
    Faults          \* guards that are left out, to see that each is needed

ASSUME Lease \in Nat /\ Lease % 2 = 0 /\ Lease > 0 /\ Visible \in Nat

Never == LastInstant + Lease + Visible + 1     \* later than everything
None == 0                                      \* no instant: time begins at 1

VARIABLES
    now,            \* the database's clock
    payout,         \* the payout's row
    worker,         \* what each worker remembers
    wire,           \* requests that were written and have not arrived
    accepted,       \* the claims whose request the partner accepted, and pays
    lies,           \* how often a lookup has told something untrue
    told            \* whether the partner has said that it paid an earlier attempt

vars == <<now, payout, worker, wire, accepted, lies, told>>

Idle == [task |-> "idle", epoch |-> 0, renewed |-> 0, step |-> "none", at |-> 0, absent |-> FALSE, beside |-> FALSE]

Init ==
    /\ now = 1
    /\ payout = [state |-> "ready", epoch |-> 0, leaseUntil |-> None, lastSend |-> None,
                 absentSince |-> None, everUnknown |-> FALSE, marked |-> FALSE]
    /\ worker = [w \in Workers |-> Idle]
    /\ wire = {}
    /\ accepted = {}
    /\ lies = 0
    /\ told = FALSE

Holds(w) == payout.epoch = worker[w].epoch
Without(fault) == fault \in Faults

(* ---- Claims ---- *)

\* Committed before anything is written. From here on a request may be written until the lease ends.
ClaimToSubmit(w) ==
    /\ worker[w].task = "idle"
    /\ payout.state = "ready"
    /\ payout.epoch < MostClaims
    /\ payout' = [payout EXCEPT !.state = "submitting", !.epoch = @ + 1, !.leaseUntil = now + Lease,
                                !.lastSend = now + Lease, !.absentSince = None]
    /\ worker' = [worker EXCEPT ![w] = [Idle EXCEPT !.task = "submit", !.epoch = payout.epoch + 1,
                                                    !.renewed = now, !.step = "claimed"]]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

ClaimToLookUp(w) ==
    /\ worker[w].task = "idle"
    /\ payout.state = "unknown"
    /\ payout.leaseUntil < now
    /\ payout.epoch < MostClaims
    /\ payout' = [payout EXCEPT !.epoch = @ + 1, !.leaseUntil = now + Lease]
    /\ worker' = [worker EXCEPT ![w] = [Idle EXCEPT !.task = "lookup", !.epoch = payout.epoch + 1,
                                                    !.step = "claimed", !.at = now]]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

\* A lease that has ended is never renewed. With it goes the span in which a request may be written.
Renew(w) ==
    /\ worker[w].task = "submit"
    /\ Holds(w)
    /\ payout.state = "submitting"
    /\ payout.leaseUntil >= now
    /\ payout' = [payout EXCEPT !.leaseUntil = now + Lease,
                                !.lastSend = IF Without("widening") THEN @ ELSE now + Lease]
    /\ worker' = [worker EXCEPT ![w].renewed = now]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

(* ---- Submission ---- *)

\* Asked with the connection in hand. Half of the lease is left for what may stop the process between
\* the question and the first byte: that is the one assumption about processes that is made here.
MayWrite(w) ==
    /\ worker[w].task = "submit"
    /\ worker[w].step = "claimed"
    /\ \/ now - worker[w].renewed < Lease \div 2
       \/ Without("asking before the first byte")
    /\ \/ ~payout.marked
       \/ Without("seeing the other attempt")
    /\ worker' = [worker EXCEPT ![w].step = "may write", ![w].at = now, ![w].beside = told]
    /\ UNCHANGED <<now, payout, wire, accepted, lies, told>>

Write(w) ==
    /\ worker[w].step = "may write"
    /\ \/ now - worker[w].at <= Lease \div 2
       \/ Without("bounded pause")
    /\ wire' = wire \cup {[epoch |-> worker[w].epoch, at |-> now]}
    /\ worker' = [worker EXCEPT ![w].step = "waiting"]
    /\ UNCHANGED <<now, payout, accepted, lies, told>>

\* What is certainly not processed goes back to ready; only from the worker that still has the claim.
NotSent(w) ==
    /\ worker[w].task = "submit"
    /\ worker[w].step \in {"claimed", "may write"}
    /\ payout' = IF payout.state = "submitting" /\ (Holds(w) \/ Without("fencing"))
                 THEN [payout EXCEPT !.state = IF payout.marked /\ ~Without("the mark that waits") THEN "unknown" ELSE "ready",
                                     !.leaseUntil = None, !.everUnknown = @ \/ payout.marked]
                 ELSE payout
    /\ worker' = [worker EXCEPT ![w] = Idle]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

\* No answer, or none that is understood. The request may still be under way.
NoAnswer(w) ==
    /\ worker[w].step = "waiting"
    /\ payout' = IF payout.state = "submitting" /\ Holds(w)
                 THEN [payout EXCEPT !.state = IF Without("a real unknown") THEN "ready" ELSE "unknown",
                                     !.leaseUntil = None, !.lastSend = now, !.everUnknown = TRUE]
                 ELSE payout
    /\ worker' = [worker EXCEPT ![w] = Idle]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

\* Proof that the partner has it counts from everybody, however late.
Accepted(w) ==
    /\ worker[w].step = "waiting"
    /\ worker[w].epoch \in accepted
    /\ payout' = IF payout.state \in {"ready", "submitting", "unknown"}
                 THEN [payout EXCEPT !.state = "sent", !.leaseUntil = None]
                 ELSE payout
    /\ worker' = [worker EXCEPT ![w] = Idle]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

\* The worker died after its claim, perhaps after it wrote.
SweepAbandoned ==
    /\ payout.state = "submitting"
    /\ payout.leaseUntil < now
    /\ payout' = [payout EXCEPT !.state = IF Without("rescue as unknown") THEN "ready" ELSE "unknown",
                                !.leaseUntil = None, !.everUnknown = TRUE]
    /\ UNCHANGED <<now, worker, wire, accepted, lies, told>>

(* ---- Finding out ---- *)

Ask(w) ==
    /\ worker[w].task = "lookup"
    /\ worker[w].step = "claimed"
    /\ \/ /\ worker' = [worker EXCEPT ![w].step = "answered", ![w].absent = (accepted = {})]
          /\ UNCHANGED lies
       \/ /\ accepted # {} /\ lies < MostLies
          /\ worker' = [worker EXCEPT ![w].step = "answered", ![w].absent = TRUE]
          /\ lies' = lies + 1
    /\ UNCHANGED <<now, payout, wire, accepted, told>>

\* An absent answer counts when its question started after everything that may have been written shows.
Counts(started) ==
    \/ started > payout.lastSend + Visible
    \/ Without("waiting until it shows")

\* Two that count, in a row, confirm absence.
Confirms(started) ==
    \/ payout.absentSince # None /\ payout.absentSince < started /\ Counts(payout.absentSince)
    \/ Without("a second lookup")

RecordLookup(w) ==
    /\ worker[w].step = "answered"
    /\ payout' =
        CASE ~worker[w].absent /\ payout.state \in {"ready", "submitting", "unknown"} ->
                [payout EXCEPT !.state = "sent", !.leaseUntil = None]
          [] worker[w].absent /\ payout.state = "unknown" /\ Counts(worker[w].at) /\ Confirms(worker[w].at)
                /\ (~payout.marked \/ Without("doubt beside another attempt")) ->
                [payout EXCEPT !.state = "ready", !.leaseUntil = None]
          [] worker[w].absent /\ payout.state = "unknown" /\ Counts(worker[w].at) /\ ~Confirms(worker[w].at) ->
                [payout EXCEPT !.absentSince = worker[w].at, !.leaseUntil = None]
          [] OTHER ->
                [payout EXCEPT !.leaseUntil = IF Holds(w) THEN None ELSE @]
    /\ worker' = [worker EXCEPT ![w] = Idle]
    /\ UNCHANGED <<now, wire, accepted, lies, told>>

\* The partner tells us by itself, by webhook or report.
ProviderSays ==
    /\ accepted # {}
    /\ payout.state \in {"submitting", "unknown"} \/ (payout.state = "ready" /\ payout.epoch > 0)
    /\ payout' = [payout EXCEPT !.state = "sent", !.leaseUntil = None]
    /\ UNCHANGED <<now, worker, wire, accepted, lies, told>>

\* Of an earlier attempt, which was taken for not processed. Who sends this one just now goes on, and asks first.
SpeaksOfEarlier ==
    /\ Speaks
    /\ ~told
    /\ payout.state # "cancelled"
    /\ told' = TRUE
    /\ payout' = [payout EXCEPT !.marked = TRUE,
                                !.state = IF @ = "ready" /\ ~Without("leaving ready") THEN "unknown" ELSE @,
                                !.everUnknown = @ \/ payout.state = "ready"]
    /\ UNCHANGED <<now, worker, wire, accepted, lies>>

(* ---- People ---- *)

Cancel ==
    /\ payout.state = "ready"
    /\ ~payout.everUnknown
    /\ payout' = [payout EXCEPT !.state = "cancelled"]
    /\ UNCHANGED <<now, worker, wire, accepted, lies, told>>

(* ---- The world ---- *)

Die(w) ==
    /\ worker[w].task # "idle"
    /\ worker' = [worker EXCEPT ![w] = Idle]
    /\ UNCHANGED <<now, payout, wire, accepted, lies, told>>

Arrive(request) ==
    /\ wire' = wire \ {request}
    /\ accepted' = accepted \cup {request.epoch}
    /\ UNCHANGED <<now, payout, worker, lies, told>>

Lose(request) ==
    /\ wire' = wire \ {request}
    /\ UNCHANGED <<now, payout, worker, accepted, lies, told>>

\* The partner's promise: what was written at an instant is accepted within Visible, or never.
Tick ==
    /\ now < LastInstant
    /\ \A request \in wire : now < request.at + Visible
    /\ now' = now + 1
    /\ UNCHANGED <<payout, worker, wire, accepted, lies, told>>

Next ==
    \/ \E w \in Workers :
        \/ ClaimToSubmit(w) \/ ClaimToLookUp(w) \/ Renew(w)
        \/ MayWrite(w) \/ Write(w) \/ NotSent(w) \/ NoAnswer(w) \/ Accepted(w)
        \/ Ask(w) \/ RecordLookup(w)
        \/ Die(w)
    \/ SweepAbandoned \/ ProviderSays \/ SpeaksOfEarlier \/ Cancel
    \/ \E request \in wire : Arrive(request) \/ Lose(request)
    \/ Tick

Spec == Init /\ [][Next]_vars

(* ---- What always holds ---- *)

TypeOK ==
    /\ now \in 1..LastInstant
    /\ payout.state \in {"ready", "submitting", "unknown", "sent", "cancelled"}
    /\ payout.epoch \in 0..MostClaims
    /\ accepted \subseteq 1..MostClaims

\* The worst partner pays whatever it accepts: never twice.
PaidOnce == Cardinality(accepted) <= 1

\* What is ready again, or cancelled, the partner does not have, and nothing of it is under way.
NotAtThePartner == payout.state = "cancelled" => accepted = {} /\ wire = {}
ReadyIsTrue == payout.state = "ready" => wire = {} /\ accepted = {}

\* At most one worker may write under a claim that is still the payout's.
OneSubmitter == \A v, w \in Workers :
    worker[v].task = "submit" /\ worker[w].task = "submit" /\ Holds(v) /\ Holds(w) => v = w

\* What the partner said of an earlier attempt is honoured: nothing is ready to be sent, and nobody got leave to write after it.
NothingBeside == told => payout.state \notin {"ready"} /\ \A w \in Workers : ~worker[w].beside

=============================================================================
