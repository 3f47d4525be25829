import { parentPort } from "node:worker_threads";
import { createInside } from "./inside.ts";
import type { Reply, Request } from "./protocol.ts";

const answer = createInside();

parentPort?.on("message", (request: Request) => {
  void answer(request).then(send);
});
send("ready");

function send(message: Reply | "ready"): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
