import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { tooDeepToCheck, tooSlowToCheck, type Verdict } from "../checker.ts";
import type { Job } from "./protocol.ts";
import { type Answer, WorkerPool } from "./worker-pool.ts";

// Including detection, callers wait at most 250 ms for a compilation and 50 ms for a verdict.
const compileMs = 200;
const validateMs = 35;
/** A large value gets proportional time: its size does not make the schema bad. */
const charactersPerMs = 3_000;
const maxMs = 1_000;

/**
 * Compiles and validates in a thread that is ended on a timeout, so nothing else can stall. Threads
 * start with the first request.
 */
export class Isolation implements AsyncDisposable {
  readonly #pool: WorkerPool;

  constructor(clock: Clock) {
    this.#pool = new WorkerPool(clock);
  }

  compile(job: Job): Promise<Answer> {
    const request = { kind: "compile", job } as const;
    return this.#pool.ask({ key: job.key, request, deadlineMs: compileMs });
  }

  async validate(job: Job, value: JsonValue): Promise<Verdict> {
    const text = textOf(value);
    if (text === undefined) return { kind: "invalid", issues: [tooDeepToCheck] };
    const question = {
      key: job.key,
      request: { kind: "validate", key: job.key, text },
      deadlineMs: Math.min(maxMs, validateMs + Math.floor(text.length / charactersPerMs)),
    } as const;
    const reply = await this.#pool.ask(question);
    if (reply?.kind !== "unknown") return verdictOf(reply, value);
    await this.compile(job);
    return verdictOf(await this.#pool.ask(question), value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }
}

function textOf(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function verdictOf(reply: Answer, value: JsonValue): Verdict {
  if (reply?.kind === "valid") return { kind: "valid", value };
  if (reply?.kind === "filled") return { kind: "valid", value: reply.value };
  return reply?.kind === "invalid" ? reply : { kind: "invalid", issues: [tooSlowToCheck] };
}
