import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { RevisingOrder } from "./revise-apart.ts";
import { keyOf, revisePairs } from "./revise-pairs.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `reviseApart` starts this thread
const { pair, at } = workerData as RevisingOrder;
await using engine = createSchemaEngine({ clock: systemClock });
const { signal } = new AbortController();
const found = await revisePairs([pair], { engine, at, signal });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(found.get(keyOf(pair.server, pair.tool)));
