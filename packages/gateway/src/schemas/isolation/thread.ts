import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Reply, Request } from "./protocol.ts";

/** A worker that answers one request after the other, and can be ended in the middle of one. */
export interface Thread {
  /** Undefined when the thread ended before it answered. */
  readonly ask: (request: Request) => Promise<Reply | undefined>;
  readonly end: () => Promise<void>;
}

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);

/** A schema that needs more than this is not one we want to serve. */
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Resolves when the thread has loaded its compilers: that time is ours and counts against no deadline. */
export async function startThread(): Promise<Thread> {
  const worker = new Worker(entry, {
    execArgv: isSource ? ["--conditions=@toolcourt/source"] : [],
    resourceLimits: memory,
    // What the compilers print about a stranger's schema is the stranger's text.
    stdout: true,
    stderr: true,
  });
  const ended = new Promise<undefined>((resolve) => {
    worker.once("exit", () => resolve(undefined));
  });
  // Running out of memory arrives here and is followed by the exit.
  worker.on("error", () => undefined);
  await Promise.race([once(worker, "message"), ended]);
  worker.unref();

  return {
    ask: async (request) => {
      // The process may not end while somebody waits, and may end while nobody does.
      worker.ref();
      try {
        const reply = new Promise<Reply>((resolve) => worker.once("message", resolve));
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(request);
        return await Promise.race([reply, ended]);
      } finally {
        worker.unref();
      }
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
