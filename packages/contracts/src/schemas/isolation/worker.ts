import { threadCpuUsage } from "node:process";
import { parentPort } from "node:worker_threads";
import type { Message, Reply, Request } from "./protocol.ts";
import { warmUpRequests } from "./warm-up.ts";
import { createWorkerSide } from "./worker-side.ts";

const answer = createWorkerSide();

parentPort?.on("message", (request: Request) => {
  void answer(request).then(send);
});

// The compilers are slow on first use. That time must not count against an untrusted schema.
await Promise.all(warmUpRequests.map(answer));
send();

function send(reply?: Reply): void {
  const { user, system } = threadCpuUsage();
  const message: Message = { reply, usedMs: (user + system) / 1000 };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
