import { Worker } from "node:worker_threads";
import { StoreError } from "../store-error.ts";
import type { Order, Reply, ThreadSettings } from "./protocol.ts";

export interface ThreadListeners {
  readonly replied: (reply: Reply) => void;
  /** Called when the thread has ended, with all its work. */
  readonly ended: (cause: unknown) => void;
}

/** The thread that owns the database. Commits and disk never block the event loop. */
export interface Thread {
  readonly send: (order: Order) => void;
  readonly ended: Promise<unknown>;
  readonly end: () => void;
  /** Sets whether the thread keeps the process alive. */
  readonly hold: (isNeeded: boolean) => void;
}

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);

/** Starts the thread. Resolves once its code is loaded, so loading counts against no deadline. */
export async function startThread(
  settings: ThreadSettings,
  { replied, ended }: ThreadListeners,
): Promise<Thread> {
  const worker = new Worker(entry, {
    workerData: settings,
    execArgv: isSource ? ["--conditions=@toolcourt/source"] : [],
  });
  let cause: unknown;
  worker.on("error", (error) => {
    cause = error;
  });
  const exit = new Promise<false>((resolve) => {
    worker.once("exit", () => resolve(false));
  });
  const loaded = new Promise<true>((resolve) => {
    worker.once("message", () => resolve(true));
  });
  if (!(await Promise.race([loaded, exit]))) throw new StoreError("failed", { cause });
  worker.on("message", replied);
  void exit.then(() => ended(cause));
  worker.unref();

  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    send: (order) => worker.postMessage(order),
    ended: exit,
    end: () => void worker.terminate(),
    hold: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
  };
}
