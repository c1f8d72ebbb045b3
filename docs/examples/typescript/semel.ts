// A small client of Semel for Node 20 and later (18 with --experimental-global-webcrypto) and for browsers.
// It needs nothing but fetch.

import { judge, perform, PATIENCE, type Action, type Answer, type Outcome, type Patience, type Verdict } from "./retry.js";

export interface PayoutRequest {
  readonly reference: string; // your own id of the payout: the second net
  readonly amount: string; // a decimal string, never a number
  readonly currency: string;
  readonly beneficiary: Beneficiary;
  readonly sender?: object;
  readonly [other: string]: unknown;
}

export interface Beneficiary {
  readonly name: string;
  readonly country: string;
  readonly method: string;
  readonly [details: string]: unknown; // answers mask account numbers
}

export interface Payout {
  readonly id: string;
  readonly status: string; // more may be added in a later version: decide by `final` first
  readonly final: boolean;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly beneficiary: Beneficiary;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly request_id: string;
  readonly errors?: ReadonlyArray<{ readonly pointer?: string; readonly code: string; readonly detail: string }>;
  readonly payout_id?: string;
}

/** An action as it is kept: with its key from before the first attempt on, with its end once that is known. */
export interface StoredAction extends Action {
  readonly id: string; // your own name of it, such as the id of the order's row
  readonly payoutId: string | null;
  readonly refusal: Problem | null;
}

/** Where actions are kept: rows of your database, or files. */
export interface ActionStore {
  /** Keeps the action, durably, unless one of this id is kept already. Returns the one that is kept. */
  begin(action: StoredAction): Promise<StoredAction>;
  /** Keeps the end of an action that was begun. */
  end(action: StoredAction): Promise<void>;
}

export type Created =
  | { readonly kind: "payout"; readonly id: string }
  | { readonly kind: "refused"; readonly problem: Problem }
  | { readonly kind: "unknown"; readonly why: string };

/** The payout could not be read. That says nothing about what became of it. */
export class SemelError extends Error {
  constructor(readonly answer: Answer | null) {
    super(answer === null ? "no answer came" : `answered ${answer.status}: ${answer.body}`);
  }
}

export class Semel {
  constructor(
    private readonly server: string, // such as https://payouts.example.com
    private readonly token: string,
    private readonly store: ActionStore,
    private readonly patience: Patience = PATIENCE,
  ) {}

  /**
   * Asks for a payout. Call it again with the same id, after a restart too, until it is no longer
   * unknown: the key is made once, by the first call.
   */
  async createPayout(actionId: string, request: PayoutRequest): Promise<Created> {
    const key = crypto.randomUUID();
    const stored = await this.store.begin({
      id: actionId,
      key,
      path: "/v1/payouts",
      body: JSON.stringify(request),
      attempted: true,
      payoutId: null,
      refusal: null,
    });
    const action = { ...stored, attempted: stored.key !== key };
    if (action.body !== JSON.stringify(request)) {
      throw new Error(`the action ${actionId} was begun with another request`);
    }
    const ended = action.payoutId !== null || action.refusal !== null ? action : await this.carryOut(action, request);
    if (ended?.payoutId != null) {
      return { kind: "payout", id: ended.payoutId };
    }
    return ended?.refusal != null
      ? { kind: "refused", problem: ended.refusal }
      : { kind: "unknown", why: "keep the action, and call again with the same id" };
  }

  private async carryOut(action: StoredAction, request: PayoutRequest): Promise<StoredAction | null> {
    const { verdict, answer } = await perform(action, (one, timeoutMs) => this.post(one, timeoutMs), this.patience);
    const ended = answer === null ? null : await this.end(action, request, verdict, answer);
    if (ended !== null) {
      await this.store.end(ended);
    }
    return ended;
  }

  /** The action with its end, or null when that is not known yet. */
  private async end(action: StoredAction, request: PayoutRequest, verdict: Verdict, answer: Answer) {
    switch (verdict) {
      case "done":
        return { ...action, payoutId: (JSON.parse(answer.body) as Payout).id };
      case "refused":
        return this.refused(action, request, JSON.parse(answer.body) as Problem);
      case "unknown":
        // This attempt was refused, but an earlier one may have been accepted.
        return judge(answer, false) === "refused" ? this.found(action, request) : null;
    }
  }

  /** Asks by the reference. When nothing is there yet, an earlier attempt may still be on its way. */
  private async found(action: StoredAction, request: PayoutRequest): Promise<StoredAction | null> {
    const { verdict, answer } = await this.read(`/v1/payouts?reference=${encodeURIComponent(request.reference)}`);
    if (verdict !== "done" || answer === null) {
      return null;
    }
    const own = (JSON.parse(answer.body) as { data: Payout[] }).data.find((payout) => isOf(payout, request));
    return own === undefined ? null : { ...action, payoutId: own.id };
  }

  /** A reference that is taken is most likely our own, earlier payout: money and person say whether it is. */
  private async refused(action: StoredAction, request: PayoutRequest, problem: Problem): Promise<StoredAction | null> {
    if (problem.type !== "/problems/reference-taken" || problem.payout_id === undefined) {
      return { ...action, refusal: problem };
    }
    const { verdict, answer } = await this.read(`/v1/payouts/${problem.payout_id}`);
    if (verdict !== "done" || answer === null) {
      return null;
    }
    const existing = JSON.parse(answer.body) as Payout;
    return isOf(existing, request)
      ? { ...action, payoutId: existing.id }
      : { ...action, refusal: problem };
  }

  async getPayout(id: string): Promise<Payout> {
    const { verdict, answer } = await this.read(`/v1/payouts/${id}`);
    if (verdict !== "done" || answer === null) {
      throw new SemelError(answer);
    }
    return JSON.parse(answer.body) as Payout;
  }

  /**
   * Reads the payout until it is final or the time is up, and returns what it was last. A payout that
   * is not final by then is nothing bad: read it again later.
   */
  async follow(id: string, totalMs: number, changed: (payout: Payout) => void): Promise<Payout> {
    const end = performance.now() + totalMs;
    let payout = await this.getPayout(id);
    let tag: string | null = null;
    changed(payout);
    for (let pause = 500; !payout.final && performance.now() + pause < end; pause = Math.min(pause * 1.5, 30_000)) {
      await new Promise((resume) => setTimeout(resume, pause * (0.5 + Math.random() / 2)));
      const answer = await this.get(`/v1/payouts/${id}`, tag, this.patience.attemptMs);
      if (answer?.status === 200) {
        tag = answer.tag;
        const now = JSON.parse(answer.body) as Payout;
        if (now.status !== payout.status) {
          changed(now);
          pause = 500;
        }
        payout = now;
      } else if (answer !== null && answer.status !== 304 && judge(answer, false) !== "again") {
        throw new SemelError(answer);
      }
    }
    return payout;
  }

  private read(path: string): Promise<Outcome> {
    const question = { key: "", path, body: "", attempted: false };
    return perform(question, (one, timeoutMs) => this.get(one.path, null, timeoutMs), this.patience);
  }

  private post(action: Action, timeoutMs: number): Promise<TaggedAnswer | null> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": action.key };
    return this.call(action.path, { method: "POST", headers, body: action.body }, timeoutMs);
  }

  private get(path: string, tag: string | null, timeoutMs: number): Promise<TaggedAnswer | null> {
    return this.call(path, { headers: tag === null ? {} : { "If-None-Match": tag } }, timeoutMs);
  }

  /** One attempt. The time limit holds until the last byte of the body is there. */
  private async call(path: string, init: RequestInit, timeoutMs: number): Promise<TaggedAnswer | null> {
    try {
      const response = await fetch(this.server + path, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${this.token}`, Accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(Math.max(1, timeoutMs)),
      });
      const body = await response.text();
      const type = response.headers.get("Content-Type") ?? "";
      if (response.ok) {
        JSON.parse(body); // half a body, or a page of something in between, is no answer
      }
      return {
        status: response.status,
        problem: type.startsWith("application/problem+json") ? (JSON.parse(body) as Problem).type : null,
        retryAfter: response.headers.get("Retry-After"),
        replayed: response.headers.get("Idempotent-Replayed") === "true",
        tag: response.headers.get("ETag"),
        body,
      };
    } catch {
      return null;
    }
  }
}

interface TaggedAnswer extends Answer {
  readonly tag: string | null;
}

/** Whether the payout is what was asked for: the same money for the same person, by the same way. */
function isOf(payout: Payout, request: PayoutRequest): boolean {
  const [held, asked] = [payout.beneficiary, request.beneficiary];
  return (
    payout.currency === request.currency &&
    plain(payout.amount) === plain(request.amount) &&
    held.name === asked.name.normalize("NFC") && // as Semel keeps names
    held.country === asked.country &&
    held.method === asked.method
  );
}

/** 12500, 12500.0 and 12500.00 are one amount. */
function plain(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount;
}
