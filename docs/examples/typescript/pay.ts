// Creates one payout and follows it: node pay.js ACTION REQUEST.json
// SEMEL_URL, SEMEL_TOKEN; SEMEL_ACTIONS (a directory), SEMEL_PATIENCE_MS and SEMEL_FOLLOW_MS may be left out.
// It ends with 0 when the payout is paid, 1 when it is refused or ended otherwise, 75 when it is to be run again.

import { readFile } from "node:fs/promises";
import { FileActionStore } from "./file-store.js";
import { PATIENCE } from "./retry.js";
import { Semel, type PayoutRequest } from "./semel.js";

const AGAIN = 75;

const [action, file] = process.argv.slice(2);
const { SEMEL_URL, SEMEL_TOKEN, SEMEL_ACTIONS = "actions", SEMEL_PATIENCE_MS, SEMEL_FOLLOW_MS = "60000" } = process.env;
if (action === undefined || file === undefined || SEMEL_URL === undefined || SEMEL_TOKEN === undefined) {
  console.error("usage: SEMEL_URL=… SEMEL_TOKEN=… node pay.js ACTION REQUEST.json");
  process.exit(2);
}

const semel = new Semel(SEMEL_URL, SEMEL_TOKEN, new FileActionStore(SEMEL_ACTIONS), {
  ...PATIENCE,
  totalMs: Number(SEMEL_PATIENCE_MS ?? PATIENCE.totalMs),
});
try {
  process.exitCode = await pay(action, JSON.parse(await readFile(file, "utf8")) as PayoutRequest);
} catch (error) {
  // A fault on this side must never look like a payout that failed.
  console.error(error);
  process.exitCode = AGAIN;
}

async function pay(action: string, request: PayoutRequest): Promise<number> {
  const created = await semel.createPayout(action, request);
  switch (created.kind) {
    case "refused":
      console.log(`refused: ${created.problem.type}: ${created.problem.detail}`);
      return 1;
    case "unknown":
      console.log(`unknown: ${created.why}`);
      return AGAIN;
    case "payout": {
      console.log(`accepted: ${created.id}`);
      const payout = await semel.follow(created.id, Number(SEMEL_FOLLOW_MS), (now) => console.log(`status: ${now.status}`));
      return payout.status === "paid" ? 0 : payout.final ? 1 : AGAIN;
    }
  }
}
