import { Worker } from "node:worker_threads";
import type { Message, Reply, Request } from "./protocol.ts";

/** A worker that answers one request after the other, and can be ended in the middle of one. */
export interface Thread {
  /** Undefined when the thread ended before it answered. */
  readonly ask: (request: Request) => Promise<Reply | undefined>;
  /** Processor time, in ms, that the request under way has used. A thread that has ended has used it all. */
  readonly spentMs: () => Promise<number>;
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
  const next = (): Promise<Message | undefined> =>
    Promise.race([new Promise<Message>((resolve) => worker.once("message", resolve)), ended]);
  let before = (await next())?.usedMs ?? 0;
  worker.unref();

  let waiting = 0;
  /** The process may not end while somebody waits, and may end while nobody does. */
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
