import { Worker } from "node:worker_threads";
import type { Message, Reply, Request } from "./protocol.ts";

/** A worker that answers requests in sequence, and can be ended during one. */
export interface Thread {
  /** Undefined if the thread ended before it answered. */
  readonly ask: (request: Request) => Promise<Reply | undefined>;
  /** CPU time in ms used by the current request. Infinite for an ended thread. */
  readonly spentMs: () => Promise<number>;
  readonly end: () => Promise<void>;
}

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);

/** Memory limits. A schema that needs more is refused. */
const memory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Starts a thread and waits until its compilers are loaded. That time counts against no deadline.
 * Rejects if the thread ends before.
 */
export async function startThread(): Promise<Thread> {
  const worker = new Worker(entry, {
    execArgv: isSource ? ["--conditions=@toolcourt/source"] : [],
    resourceLimits: memory,
    // The compilers' output about an untrusted schema is untrusted text.
    stdout: true,
    stderr: true,
  });
  const ended = new Promise<undefined>((resolve) => {
    worker.once("exit", () => resolve(undefined));
  });
  let fault: unknown;
  // An out-of-memory error arrives here, followed by the exit.
  worker.on("error", (error) => {
    fault = error;
  });
  const next = (): Promise<Message | undefined> =>
    Promise.race([new Promise<Message>((resolve) => worker.once("message", resolve)), ended]);
  const ready = await next();
  if (ready === undefined) throw new Error("The thread ended as it started.", { cause: fault });
  let before = ready.usedMs;
  worker.unref();

  let waiting = 0;
  /** Keeps the process alive only while a request is pending. */
  const waitFor = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    waiting += 1;
    worker.ref();
    try {
      return await ask();
    } finally {
      waiting -= 1;
      if (waiting === 0) worker.unref();
    }
  };

  return {
    ask: (request) =>
      waitFor(async () => {
        const answer = next();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(request);
        const message = await answer;
        before = message?.usedMs ?? before;
        return message?.reply;
      }),
    spentMs: async () => {
      const used = await waitFor(() => worker.cpuUsage().catch(() => undefined));
      return used === undefined ? Infinity : (used.user + used.system) / 1000 - before;
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
