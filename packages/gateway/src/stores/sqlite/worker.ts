import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Link } from "../audit-store.ts";
import { storeDeadlineMs } from "../store-error.ts";
import { Connections } from "./connection.ts";
import { createRetry, Scrub } from "./deadlines.ts";
import type { Order, Reply, ThreadConfig } from "./protocol.ts";
import { Writer } from "./writer.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `client.ts` starts this file
const config = workerData as ThreadConfig;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a module that is named while running
const { link } = (await import(config.linkModule)) as { readonly link: Link };

const connections = new Connections(config, {
  link,
  retry: createRetry(systemClock, config.retryMs),
});
// Each try blocks writers, and callers may be waiting for them.
const briefly = createRetry(systemClock, Math.min(config.retryMs, storeDeadlineMs / 2));
const writer = new Writer(connections, new Scrub(systemClock, briefly));

parentPort?.on("message", (order: Order) => {
  if (order === "close") {
    connections[Symbol.dispose]();
    parentPort?.close();
    return;
  }
  writer.write(order, send);
});

send({ answers: [], isLast: true });

function send(reply: Reply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
}
