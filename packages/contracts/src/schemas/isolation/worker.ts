import { threadCpuUsage } from "node:process";
import { parentPort } from "node:worker_threads";
import { createInside } from "./inside.ts";
import type { Message, Reply, Request } from "./protocol.ts";
import { rehearsals } from "./rehearsals.ts";

const answer = createInside();

parentPort?.on("message", (request: Request) => {
  void answer(request).then(send);
});

// The compilers are slow on first use. That time must not count against an untrusted schema.
await Promise.all(rehearsals.map(answer));
send();

function send(reply?: Reply): void {
  const { user, system } = threadCpuUsage();
  const message: Message = { reply, usedMs: (user + system) / 1000 };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
