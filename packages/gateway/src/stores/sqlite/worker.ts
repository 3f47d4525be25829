import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Link } from "../audit-store.ts";
import { storeDeadlineMs } from "../store-deadline.ts";
import { createConnections } from "./connection.ts";
import { createPatience } from "./patience.ts";
import type { Order, Reply, ThreadSettings } from "./protocol.ts";
import { createScrub } from "./scrub.ts";
import { createWrite } from "./writer.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `thread.ts` starts this file
const settings = workerData as ThreadSettings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a module that is named while running
const { link } = (await import(settings.linkModule)) as { readonly link: Link };

const patiently = createPatience(systemClock, settings.patienceMs);
const connections = createConnections(settings, { link, patiently });
// Each try blocks writers, and callers may be waiting for them.
const briefly = createPatience(systemClock, Math.min(settings.patienceMs, storeDeadlineMs / 2));
const write = createWrite(connections, createScrub(systemClock, briefly));

parentPort?.on("message", (order: Order) => {
  if (order === "close") {
    connections[Symbol.dispose]();
    parentPort?.close();
    return;
  }
  write(order, send);
});

send({ answers: [], isLast: true });

function send(reply: Reply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
}
