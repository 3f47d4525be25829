import { digestOf, type JsonSchema, type JsonValue, subschemas } from "@toolcourt/sdk";
import { LRUCache } from "lru-cache";
import type { Runtime } from "../kernel/runtime.ts";
import { admissionChecks, admit, cheapChecks, type SchemaRefusal } from "./admission/admit.ts";
import type { SchemaCheck } from "./admission/check.ts";
import { patternsIn } from "./admission/patterns.ts";
import { compileWithAjv } from "./ajv.ts";
import {
  createValidate,
  type Prepared,
  type Purpose,
  prepare,
  tooDeepToCheck,
  type Verdict,
} from "./checker.ts";
import { Isolation } from "./isolation/main-side.ts";
import type { Job } from "./isolation/protocol.ts";
import type { Answer } from "./isolation/worker-pool.ts";
import { defaultLimits, type SchemaLimits } from "./limits.ts";
import { bytesOf, nodesOf } from "./measure.ts";
import { grantPatternBudget, PatternBudgetSpent } from "./pattern.ts";

/** Synchronous for ordinary schemas; returns a promise for those in the worker. */
export type Validate = (value: JsonValue) => Verdict | Promise<Verdict>;

export type Compilation =
  | { readonly kind: "compiled"; readonly validate: Validate }
  | { readonly kind: "refused"; readonly refusals: readonly SchemaRefusal[] };

/** The only way in which the gateway uses untrusted schemas. Fails closed. */
export interface SchemaEngine extends AsyncDisposable {
  /** Admits and compiles a schema. Cached per purpose while in use. */
  readonly compile: (schema: JsonSchema, purpose: Purpose) => Promise<Compilation>;
}

export interface SchemaEngineOptions extends Pick<Runtime, "clock"> {
  readonly limits?: Partial<SchemaLimits>;
  /** Default: all checks. Without the capability checks there are no guarantees. */
  readonly checks?: readonly SchemaCheck[];
}

const maxCompilations = 2_000;
/**
 * Budget of one validation on the main thread before it moves to the worker: a few milliseconds.
 */
const maxSteps = 100_000;
const maxPatternSteps = 300_000;

/**
 * Creates an engine that admits, compiles and caches schemas. The caller must close it.
 *
 * @example
 * ```ts
 * await using engine = createSchemaEngine({ clock: systemClock });
 * const compilation = await engine.compile({ type: "integer" }, "input");
 * if (compilation.kind === "refused") throw new TypeError(compilation.refusals[0]?.message);
 * (await compilation.validate("one")).kind; // "invalid"
 * ```
 */
export function createSchemaEngine({
  clock,
  limits: given = {},
  checks = admissionChecks,
}: SchemaEngineOptions): SchemaEngine {
  const limits = { ...defaultLimits, ...given };
  const cache = new LRUCache<string, Promise<Compilation>>({ max: maxCompilations });
  const isolation = new Isolation(clock);
  // The worker need not repeat the cheap checks.
  const checkIds = checks.filter((check) => !cheapChecks.includes(check)).map(({ id }) => id);

  return {
    compile: async (schema, purpose) => {
      // Only small, shallow schemas are hashed, so these checks precede the cache.
      const unreadable = admit(schema, { limits, checks: cheapChecks });
      if (unreadable.length > 0) return refused(unreadable);
      const key = `${purpose} ${digestOf(schema)}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const compilation = compileNew(
        { key, schema, purpose, limits, checks: checkIds },
        checks,
        isolation,
      );
      cache.set(key, compilation);
      // The machine may be slow rather than the schema, so the next caller may retry.
      const made = await compilation;
      if (made.kind === "refused" && isPassing(made.refusals)) cache.delete(key);
      return made;
    },
    [Symbol.asyncDispose]: () => isolation[Symbol.asyncDispose](),
  };
}

async function compileNew(
  job: Job,
  checks: readonly SchemaCheck[],
  isolation: Isolation,
): Promise<Compilation> {
  const escape = (value: JsonValue): Promise<Verdict> => isolation.validate(job, value);
  const here = isLight(job.schema) ? compileHere(job, checks, escape) : undefined;
  if (here !== undefined) return here;
  const reply = await isolation.compile(job);
  if (reply?.kind === "compiled") return { kind: "compiled", validate: escape };
  return reply?.kind === "refused" ? reply : refused([refusalBy(reply)]);
}

function refusalBy(answer: Answer): SchemaRefusal {
  if (answer === undefined) return slow;
  return answer.kind === "unstarted" ? unchecked : uncompilable;
}

/** Returns undefined for a schema that belongs in the worker. */
function compileHere(
  { schema, purpose, limits }: Job,
  checks: readonly SchemaCheck[],
  escape: (value: JsonValue) => Promise<Verdict>,
): Compilation | undefined {
  const refusals = admit(schema, { checks, limits });
  if (refusals.length > 0) return refused(refusals);
  const prepared = prepare(schema, purpose, limits);
  const validate = prepared.survey.isTame ? tameValidate(prepared, escape) : undefined;
  return validate === undefined ? undefined : { kind: "compiled", validate };
}

/** Returns undefined if Ajv fails to compile. The worker has a second compiler to try. */
function tameValidate(
  prepared: Prepared,
  escape: (value: JsonValue) => Promise<Verdict>,
): Validate | undefined {
  try {
    return bounded(prepared, createValidate(prepared, compileWithAjv(prepared)), escape);
  } catch {
    return undefined;
  }
}

function bounded(
  { survey: { costPerNode, hasPatterns } }: Prepared,
  validate: (value: JsonValue) => Verdict,
  escape: (value: JsonValue) => Promise<Verdict>,
): Validate {
  const maxNodes = costPerNode === undefined ? undefined : maxSteps / costPerNode;
  return (value) => {
    if (maxNodes !== undefined && nodesOf(value, maxNodes) > maxNodes) return escape(value);
    if (hasPatterns) grantPatternBudget(maxPatternSteps);
    try {
      return validate(value);
    } catch (error) {
      if (error instanceof PatternBudgetSpent) return escape(value);
      return { kind: "invalid", issues: [tooDeepToCheck] };
    }
  };
}

const slow: SchemaRefusal = {
  rule: "schema/too-slow",
  pointer: "",
  message: "Make the schema simpler: it could not be compiled in time.",
};

const uncompilable: SchemaRefusal = {
  rule: "schema/uncompilable",
  pointer: "",
  message: "Make the schema simpler: no compiler accepts it.",
};

const unchecked: SchemaRefusal = {
  rule: "schema/unchecked",
  pointer: "",
  message: "Try again: no thread could start to check the schema.",
};

/** Tells whether a refusal is due to the machine at this moment, so the schema may be good. */
export function isPassing(refusals: readonly SchemaRefusal[]): boolean {
  return refusals.includes(slow) || isUnchecked(refusals);
}

/** Tells whether a schema was refused since no thread could start to check it. */
export function isUnchecked(refusals: readonly SchemaRefusal[]): boolean {
  return refusals.includes(unchecked);
}

function refused(refusals: readonly SchemaRefusal[]): Compilation {
  return { kind: "refused", refusals };
}

/**
 * Checks and compilation take about 0.1 ms per subschema. This many do not block the event loop.
 */
const maxSubschemas = 200;
const maxBytes = 16 * 1024;
const maxPatternWork = 2_000;

/**
 * Tells whether a schema is small enough to inspect closely at almost no cost. Most real schemas
 * are.
 */
export function isLight(schema: JsonSchema): boolean {
  if (bytesOf(schema, maxBytes) > maxBytes) return false;
  let count = 0;
  let patternWork = 0;
  for (const place of subschemas(schema)) {
    count += 1;
    for (const { value } of patternsIn(place)) patternWork += workOf(value);
    if (count > maxSubschemas || patternWork > maxPatternWork) return false;
  }
  return true;
}

const pieces = /\\.|\[(?:\\.|[^\]\\])*\]|\{(?<min>\d{1,6})(?:,(?<max>\d{0,6}))?\}|./gsu;

/** Estimates the size of a pattern with its repetitions unrolled, as it is compiled. */
function workOf(pattern: string): number {
  const outside: number[] = [];
  let size = 0;
  let last = 0;
  for (const { 0: piece, groups } of pattern.matchAll(pieces)) {
    if (piece === "(") {
      outside.push(size);
      size = 0;
    } else if (piece === ")") {
      last = size;
      size += outside.pop() ?? 0;
    } else {
      const times = repetitionsIn(groups);
      size += times === undefined ? 1 : last * (times - 1);
      last = times === undefined ? 1 : last * times;
    }
  }
  return size;
}

function repetitionsIn(groups: Partial<Record<string, string>> | undefined): number | undefined {
  const { min, max } = { ...groups };
  return min === undefined ? undefined : Math.max(1, Number(min), Number(max ?? 1));
}
