// A receiver of deliveries: node receive.js, with SEMEL_WEBHOOK_KEYS (separated by spaces) and PORT in the environment.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Inbox, verified } from "./webhook.js";

const LARGEST = 1024 * 1024;
const keys = (process.env["SEMEL_WEBHOOK_KEYS"] ?? "").split(" ").filter((key) => key !== "");
const inbox = new Inbox();

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size > LARGEST) {
      response.writeHead(413).end();
      return;
    }
    pieces.push(piece as Buffer);
  }
  const event = verified(request.headers, Buffer.concat(pieces), keys);
  if (event === null) {
    response.writeHead(401).end();
    return;
  }
  const found = inbox.take(event, (news) => {
    // Here the order is marked as paid. What takes long is queued: the answer is waited for 15 seconds.
    console.log(`${news.type} ${news.payout_id ?? "-"} ${news.data.payout?.status ?? "-"}`);
  });
  if (found !== "news") {
    console.log(`${found} ${event.id}`);
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env["PORT"] ?? "0"), "127.0.0.1", () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
