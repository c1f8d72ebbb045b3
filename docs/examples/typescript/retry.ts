// The loop that carries one action to its answer. The same in TypeScript, Kotlin and Swift.

/** What somebody wants done. It is stored before its first attempt and sent unchanged in every one. */
export interface Action {
  readonly key: string; // the Idempotency-Key: one for the action, not one for each attempt
  readonly path: string;
  readonly body: string;
  readonly attempted: boolean; // stored as true, so that it is false only for whoever has stored it just now
}

/** A whole answer, made of JSON. Anything less is no answer. */
export interface Answer {
  readonly status: number;
  readonly problem: string | null; // the `type` of a problem, such as /problems/reference-taken
  readonly retryAfter: string | null; // the header
  readonly replayed: boolean; // whether Idempotent-Replayed came with it
  readonly body: string;
}

/** Done and refused are decided. Unknown is not: keep the action, and ask again later with the same key. */
export type Verdict = "done" | "refused" | "unknown";
export interface Outcome {
  readonly verdict: Verdict;
  readonly answer: Answer | null; // the last one that came
}

/** Sends one attempt. Null when no whole answer came in time, whatever the reason. It repeats nothing by itself. */
export type Send = (action: Action, timeoutMs: number) => Promise<Answer | null>;

export interface Patience {
  readonly attemptMs: number; // how long one attempt may take: longer than the server's 5 s for a twin
  readonly baseMs: number;
  readonly capMs: number;
  readonly totalMs: number; // then the action is left unknown
}
export const PATIENCE: Patience = { attemptMs: 10_000, baseMs: 200, capMs: 10_000, totalMs: 60_000 };

export async function perform(action: Action, send: Send, patience: Patience = PATIENCE): Promise<Outcome> {
  const end = performance.now() + patience.totalMs;
  let last: Answer | null = null;
  let doubt = action.attempted; // whether an earlier attempt may have been accepted
  for (let attempt = 0; ; attempt++) {
    const left = end - performance.now();
    const answer = await send(action, Math.min(patience.attemptMs, left));
    last = answer ?? last;
    const verdict = judge(answer, doubt);
    if (verdict !== "again") {
      return { verdict, answer };
    }
    doubt = doubt || !UNTOUCHED.includes(answer?.problem ?? "");
    const jitter = Math.random() * Math.min(patience.capMs, patience.baseMs * 2 ** attempt);
    const pause = waitMs(answer) + jitter;
    if (performance.now() + pause >= end) {
      return { verdict: "unknown", answer: last };
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

/** With these Semel says that it did nothing, and why another try may do. */
const UNTOUCHED = ["/problems/request-timeout", "/problems/rate-limited"];
/** Said with the key in hand, as every 409 is: an earlier attempt that was accepted would have answered instead. */
const WITH_THE_KEY = ["/problems/idempotency-key-reused", "/problems/no-provider"];

export function judge(answer: Answer | null, doubt: boolean): Verdict | "again" {
  if (answer === null || answer.status >= 500 || answer.status === 408 || answer.status === 429) {
    return "again";
  }
  if (answer.problem === "/problems/idempotency-key-in-use") {
    return "again";
  }
  if (answer.status >= 200 && answer.status < 300) {
    return "done";
  }
  // Said of the token, or by something in between: no word about the action.
  if (answer.status === 401 || answer.status === 403 || answer.problem === null) {
    return "unknown";
  }
  // Whatever else is refused is refused before the key is looked at: no word about earlier attempts.
  const decided = answer.replayed || answer.status === 409 || WITH_THE_KEY.includes(answer.problem);
  return decided || !doubt ? "refused" : "unknown";
}

/** The least wait that the answer asks for: seconds, or, from something in between, a date. */
function waitMs(answer: Answer | null): number {
  const text = answer?.retryAfter ?? "0";
  const wait = /^[0-9]+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
