import { Worker } from "node:worker_threads";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { patientDeadlineMs, StoreError, storeDeadlineMs } from "../store-error.ts";
import type { How, Order, Reply, Request, ThreadConfig } from "./protocol.ts";
import { RequestQueue } from "./request-queue.ts";
import type { Statement, StatementName } from "./statements.ts";

export interface ClientOptions extends Pick<Runtime, "clock"> {
  readonly thread: ThreadConfig;
  readonly deadlineMs: number;
}

/** Keeps a batch short enough to finish well before its requests are overdue. */
const maxBatch = 1_000;

/**
 * Sends all waiting requests to the thread as one batch whenever it is free. Under load more
 * requests share a transaction and its sync. A dead thread is restarted for the next request.
 */
export class Client implements AsyncDisposable {
  readonly #options: ClientOptions;
  readonly #queue: RequestQueue;
  #thread: Thread | undefined;
  #isBusy = false;
  #isDue = false;
  #closing: Promise<void> | undefined;
  #isTorn = false;

  private constructor(options: ClientOptions) {
    this.#options = options;
    this.#queue = new RequestQueue(options.clock);
  }

  /**
   * Starts the thread, and opens and migrates the file. Rejects with a `StoreError` if one of them
   * fails.
   */
  static async open(options: ClientOptions): Promise<Client> {
    const client = new Client(options);
    await client.#ready();
    // No call waits yet, and the migration of a large file takes longer than one may.
    const ms = Math.max(options.deadlineMs, patientDeadlineMs);
    try {
      await client.#request({ statement: "audit.flush", values: [], how: "on-disk" }, ms);
      return client;
    } catch (error) {
      await client[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Runs a statement in the thread. Rejects with a `StoreError` if it fails or times out. */
  async ask<Name extends StatementName>(
    statement: Name,
    values: Parameters<Statement<Name>>,
    how: How,
  ): Promise<ReturnType<Statement<Name>>> {
    if (this.#closing !== undefined) throw new StoreError("closed");
    if (how === "on-disk" && this.#isTorn) await this.#mend();
    const { deadlineMs } = this.#options;
    const answer = this.#request({ statement, values, how }, deadlineOf(statement, deadlineMs));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement gives what its type says, also from another thread
    return (await answer) as never;
  }

  #request(request: Request, deadlineMs: number): Promise<unknown> {
    const answer = this.#queue.join(request, deadlineMs);
    this.#handOverSoon();
    return answer;
  }

  /**
   * Reports that a sync of the write-ahead log has failed outside the thread. The log may lack rows
   * on disk that are in it, and a later sync would not tell. Nothing is on disk until a checkpoint
   * has copied them into the database.
   */
  readonly tore = (): void => {
    this.#isTorn = true;
  };

  readonly isTorn = (): boolean => this.#isTorn;

  async #mend(): Promise<void> {
    await this.ask("audit.checkpoint", [], "read");
    this.#isTorn = false;
  }

  /** Waits for pending requests. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { clock, deadlineMs } = this.#options;
    await this.#queue.settled();
    this.#queue[Symbol.dispose]();
    await this.#thread?.close(clock, Math.min(deadlineMs, storeDeadlineMs));
  }

  async #ready(): Promise<Thread> {
    this.#thread ??= await Thread.start(this.#options.thread, {
      replied: ({ answers, isLast }) => {
        this.#queue.settle(answers);
        if (isLast) this.#finish(undefined);
      },
      ended: (cause) => {
        this.#thread = undefined;
        this.#finish(cause);
      },
    });
    return this.#thread;
  }

  #finish(cause: unknown): void {
    this.#queue.finish({ fault: "failed", cause });
    this.#isBusy = false;
    this.#thread?.hold(false);
    this.#handOverSoon();
  }

  // Deferred, so that requests of the same tick join the batch.
  #handOverSoon(): void {
    if (this.#isDue || this.#isBusy) return;
    this.#isDue = true;
    queueMicrotask(() => this.#handOver());
  }

  #handOver(): void {
    this.#isDue = false;
    if (this.#isBusy || this.#queue.isEmpty()) return;
    this.#isBusy = true;
    this.#thread?.hold(true);
    const batch = this.#queue.take(maxBatch);
    this.#ready()
      .then((thread) => thread.send(batch))
      .catch((error: unknown) => this.#finish(error));
  }
}

/** Importing a thousand drafts takes longer than a call may wait. */
function deadlineOf(statement: StatementName, defaultMs: number): number {
  return statement === "drafts.put" ? Math.max(defaultMs, patientDeadlineMs) : defaultMs;
}

interface ThreadListeners {
  readonly replied: (reply: Reply) => void;
  /** Called when the thread has ended, with all its work. */
  readonly ended: (cause: unknown) => void;
}

const isSource = import.meta.url.endsWith(".ts");
const entry = new URL(isSource ? "./worker.ts" : "./worker.js", import.meta.url);

/** The thread that owns the database. Commits and disk never block the event loop. */
class Thread {
  readonly #worker: Worker;
  readonly #exit: Promise<unknown>;

  private constructor(worker: Worker, exit: Promise<unknown>) {
    this.#worker = worker;
    this.#exit = exit;
  }

  /** Resolves once the thread's code is loaded, so loading counts against no deadline. */
  static async start(config: ThreadConfig, listeners: ThreadListeners): Promise<Thread> {
    const worker = new Worker(entry, {
      workerData: config,
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
    worker.on("message", listeners.replied);
    void exit.then(() => listeners.ended(cause));
    worker.unref();
    return new Thread(worker, exit);
  }

  send(order: Order): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(order);
  }

  /** Sets whether the thread keeps the process alive. */
  hold(isNeeded: boolean): void {
    if (isNeeded) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Ends the thread, or abandons it if the disk hangs: all requests are answered by then. */
  async close(clock: Runtime["clock"], ms: number): Promise<void> {
    const done = new AbortController();
    this.send("close");
    const late = clock.sleep(ms, done.signal).then(
      () => void this.#worker.terminate(),
      () => undefined,
    );
    await Promise.race([this.#exit, late]);
    done.abort();
  }
}
