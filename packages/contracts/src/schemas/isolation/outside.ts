import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { tooDeepToCheck, tooSlowToCheck, type Verdict } from "../checker.ts";
import { createCrew } from "./crew.ts";
import type { Job, Reply } from "./protocol.ts";

/** Compiles and validates in a thread that is ended on a timeout, so nothing else can stall. */
export interface Isolation extends AsyncDisposable {
  /** Undefined on a timeout. */
  readonly compile: (job: Job) => Promise<Reply | undefined>;
  readonly validate: (job: Job, value: JsonValue) => Promise<Verdict>;
}

// Including detection, callers wait at most 250 ms for a compilation and 50 ms for a verdict.
const compileMs = 200;
const validateMs = 35;
/** A large value gets proportional time: its size does not make the schema bad. */
const charactersPerMs = 3_000;
const longestMs = 1_000;

/** Creates the isolation. Threads start with the first request. */
export function createIsolation(clock: Clock): Isolation {
  const crew = createCrew(clock);

  const compile: Isolation["compile"] = (job) =>
    crew.ask({ key: job.key, request: { kind: "compile", job }, deadlineMs: compileMs });

  const validate: Isolation["validate"] = async (job, value) => {
    const text = textOf(value);
    if (text === undefined) return { kind: "invalid", issues: [tooDeepToCheck] };
    const question = {
      key: job.key,
      request: { kind: "validate", key: job.key, text },
      deadlineMs: Math.min(longestMs, validateMs + Math.floor(text.length / charactersPerMs)),
    } as const;
    const reply = await crew.ask(question);
    if (reply?.kind !== "unknown") return verdictOf(reply, value);
    await compile(job);
    return verdictOf(await crew.ask(question), value);
  };

  return { compile, validate, [Symbol.asyncDispose]: () => crew[Symbol.asyncDispose]() };
}

function textOf(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function verdictOf(reply: Reply | undefined, value: JsonValue): Verdict {
  if (reply?.kind === "valid") return { kind: "valid", value };
  if (reply?.kind === "filled") return { kind: "valid", value: reply.value };
  return reply?.kind === "invalid" ? reply : { kind: "invalid", issues: [tooSlowToCheck] };
}
