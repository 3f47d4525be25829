import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { unchecked, type Verdict } from "../checker.ts";
import { nodesOf } from "../measure.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { Job, Reply, Request } from "./protocol.ts";
import { startThread, type Thread } from "./thread.ts";

/** Compiles and validates where nothing can be stalled but a thread that is ended when its time is up. */
export interface Isolation extends AsyncDisposable {
  readonly compile: (job: Job) => Promise<"compiled" | "failed" | "too-slow">;
  readonly validate: (job: Job, value: JsonValue) => Promise<Verdict>;
}

const compileMs = 250;
const validateMs = 50;
/** A large value is given time in proportion: it is the value that is large, and not the schema that is bad. */
const nodesPerMs = 250;
const mostNodes = 250_000;

interface Task {
  readonly request: Request;
  readonly deadlineMs: number;
  readonly settle: (reply: Reply | undefined) => void;
}

const tooSlow = "expected a value that can be checked in time, got one that cannot";
const tooDeep = "expected a value that can be checked, got one that nests too deep";

/** Starts its thread with the first request. */
export function createIsolation(clock: Clock): Isolation {
  const queue = createFairQueue<Task>();
  let thread: Thread | undefined;
  let isBusy = false;
  let isDisposed = false;

  const perform = async ({ request, deadlineMs }: Task): Promise<Reply | undefined> => {
    if (thread === undefined || thread.hasEnded()) thread = await startThread();
    const reply = await withinDeadline(thread.ask(request), deadlineMs, clock);
    if (reply === undefined) await thread.end();
    return reply;
  };

  const drain = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let task = queue.take(); task !== undefined; task = queue.take()) {
      task.settle(isDisposed ? undefined : await perform(task).catch(() => unsendable));
    }
    isBusy = false;
  };

  const ask = (key: string, request: Request, deadlineMs: number): Promise<Reply | undefined> =>
    new Promise((settle) => {
      queue.add(key, { request, deadlineMs, settle });
      void drain();
    });

  const compile: Isolation["compile"] = async (job) => {
    const reply = await ask(job.key, { kind: "compile", job }, compileMs);
    if (reply === undefined) return "too-slow";
    return reply.kind === "compiled" ? "compiled" : "failed";
  };

  const validate: Isolation["validate"] = async (job, value) => {
    const deadlineMs = validateMs + Math.floor(nodesOf(value, mostNodes) / nodesPerMs);
    const request = { kind: "validate", key: job.key, value } as const;
    let reply = await ask(job.key, request, deadlineMs);
    if (reply?.kind === "unknown" && (await compile(job)) === "compiled") {
      reply = await ask(job.key, request, deadlineMs);
    }
    return verdictOf(reply, value);
  };

  return {
    compile,
    validate,
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      await thread?.end();
    },
  };
}

const unsendable: Reply = { kind: "invalid", issues: [{ pointer: "", message: tooDeep }] };

function verdictOf(reply: Reply | undefined, value: JsonValue): Verdict {
  if (reply?.kind === "valid") return { kind: "valid", value };
  if (reply?.kind === "filled") return { kind: "valid", value: reply.value };
  return reply?.kind === "invalid" ? reply : unchecked(tooSlow);
}

async function withinDeadline<T>(
  work: Promise<T>,
  ms: number,
  clock: Clock,
): Promise<T | undefined> {
  const finished = new AbortController();
  const expiry = clock.sleep(ms, finished.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, expiry]);
  } finally {
    finished.abort();
  }
}
