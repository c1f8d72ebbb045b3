// Tells whether a delivery is Semel's, by Standard Webhooks 1.0, and whether it is news.

import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface SemelEvent {
  readonly id: string; // the same at every attempt: also in the header webhook-id
  readonly type: string;
  readonly payout_id: string | null; // null for webhook.test
  readonly sequence: number | null; // of two events of one payout the higher is the later
  readonly data: { readonly payout?: { readonly id: string; readonly status?: string } };
}

const TOLERANCE_SECONDS = 300;

/**
 * The event, if one of the keys signed these very bytes within the last minutes; else null, and the answer is 401.
 * A key is `whsec_…` or `whpk_…`, as the endpoint showed it. While keys change, give both.
 */
export function verified(
  headers: IncomingHttpHeaders,
  body: Buffer, // as it came: parsed and written again it is another text
  keys: readonly string[],
  nowSeconds: number = Date.now() / 1000,
): SemelEvent | null {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || typeof time !== "string" || typeof signatures !== "string") {
    return null;
  }
  const age = /^[0-9]{1,12}$/.test(time) ? Math.abs(nowSeconds - Number(time)) : Infinity;
  const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
  const good = signatures.split(" ").some((signature) => keys.some((key) => fits(key, signed, signature)));
  return good && age <= TOLERANCE_SECONDS ? (JSON.parse(body.toString("utf8")) as SemelEvent) : null;
}

/** What stands before the 32 bytes of an ed25519 public key in its usual encoding (RFC 8410). */
const ED25519 = Buffer.from("302a300506032b6570032100", "hex");

function fits(key: string, signed: Buffer, signature: string): boolean {
  const [version, text] = signature.split(",", 2);
  const given = Buffer.from(text ?? "", "base64");
  if (version === "v1" && key.startsWith("whsec_")) {
    const own = createHmac("sha256", Buffer.from(key.slice("whsec_".length), "base64")).update(signed).digest();
    return own.length === given.length && timingSafeEqual(own, given);
  }
  if (version === "v1a" && key.startsWith("whpk_")) {
    const bytes = Buffer.concat([ED25519, Buffer.from(key.slice("whpk_".length), "base64")]);
    return verify(null, signed, createPublicKey({ key: bytes, format: "der", type: "spki" }), given);
  }
  return false;
}

/**
 * What has been had already. In a server this is a table of ids with a unique index, and the sequence in the payout's row:
 * both are written in the transaction that acts on the event, before the 2xx.
 */
export class Inbox {
  private readonly ids = new Set<string>();
  private readonly sequences = new Map<string, number>();

  /** Acts on an event once, and only if it is later than what is known of its payout. */
  take(event: SemelEvent, act: (event: SemelEvent) => void): "news" | "again" | "late" {
    if (this.ids.has(event.id)) {
      return "again";
    }
    this.ids.add(event.id);
    const known = this.sequences.get(event.payout_id ?? "") ?? 0;
    if (event.payout_id !== null && (event.sequence ?? 0) <= known) {
      return "late";
    }
    this.sequences.set(event.payout_id ?? "", event.sequence ?? 0);
    act(event);
    return "news";
  }
}
