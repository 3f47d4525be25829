import { parentPort } from "node:worker_threads";
import { createInside } from "./inside.ts";
import type { Reply, Request } from "./protocol.ts";
import { rehearsals } from "./rehearsals.ts";

const answer = createInside();

parentPort?.on("message", (request: Request) => {
  void answer(request).then(send);
});

// Until the compilers have run once they are slow, and the time that takes is not the stranger's doing.
await Promise.all(rehearsals.map(answer));
send("ready");

function send(message: Reply | "ready"): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
