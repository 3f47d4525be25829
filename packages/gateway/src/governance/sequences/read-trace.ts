import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import { type Problem, schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import {
  type ArgumentMarks,
  fieldOrigins,
  type JsonObject,
  type JsonValue,
  own,
  type Reach,
  type ResultMarks,
  reaches,
  roles,
  sensitivities,
} from "@toolcourt/sdk";
import { z } from "zod";
import { casePrincipal, caseTool, free, moment, toTool, unknownName } from "../policy/cases.ts";
import type { PolicyPrincipal, PolicyTool } from "../policy/question.ts";
import { linesOf, placed } from "../policy/read-policy.ts";
import { choice, keysAndValues, text } from "../policy/schema-pieces.ts";

/** A tool of a trace, with what its contract says of values. */
export interface TraceTool {
  readonly tool: PolicyTool;
  readonly reach: Reach;
  readonly input: ArgumentMarks;
  readonly output: ResultMarks;
}

export const expectations = ["passes", "asks", "refused"] as const;

/** One call of a trace, and what is expected of it. */
export interface TraceCall extends TraceTool {
  /** Counts from 1. Stands for the id of the call. */
  readonly number: number;
  readonly name: string;
  readonly args: JsonObject;
  readonly result: JsonValue;
  /** `failed`: it did not act. `lost`: it may have acted. */
  readonly outcome: "ran" | "failed" | "lost";
  readonly at: number;
  /** Default: nothing is expected. */
  readonly expect?: (typeof expectations)[number] | undefined;
  /** Who is expected to be asked. Default: not checked. */
  readonly from?: "caller" | "operator" | undefined;
  /** The statements that do not let it pass alone. Default: not checked. */
  readonly by?: readonly string[] | undefined;
}

/** What one principal did, call by call. */
export interface Trace {
  readonly principal: PolicyPrincipal;
  /** The person's own words. Default: empty. */
  readonly words: string;
  readonly calls: readonly TraceCall[];
}

export type TraceReading =
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

const pointerError = expected("a JSON Pointer such as /mails/*/body");
const pointer = z.string({ error: pointerError }).regex(/^(?:\/[^/]*)*$/, { error: pointerError });
const kind = z.exactOptional(text);

const argumentMark = z.strictObject({ role: choice(roles), kind }, keysAndValues);
const resultMark = z.strictObject(
  {
    origin: z.exactOptional(choice(fieldOrigins)),
    kind,
    sensitivity: z.exactOptional(choice(sensitivities)),
  },
  keysAndValues,
);

const tool = z.strictObject(
  {
    ...caseTool.shape,
    /** Not said means that data can leave by it. */
    reach: choice(reaches).default("outside"),
    input: z.record(pointer, argumentMark, keysAndValues).default({}),
    output: z.record(pointer, resultMark, keysAndValues).default({}),
  },
  keysAndValues,
);

const call = z.strictObject(
  {
    name: z.exactOptional(text),
    tool: text,
    arguments: free.default({}),
    result: z.json({ error: expected("a result") }).default({}),
    outcome: choice(["ran", "failed", "lost"]).default("ran"),
    at: z.exactOptional(moment),
    expect: z.exactOptional(choice(expectations)),
    from: z.exactOptional(choice(["caller", "operator"])),
    by: z.exactOptional(z.array(text, { error: expected("a list of ids of sequences") })),
  },
  keysAndValues,
);

const traceSchema = z.strictObject(
  {
    principal: z.strictObject({ ...casePrincipal.shape, id: text }, keysAndValues),
    words: text.default(""),
    tools: z.record(z.string(), tool, keysAndValues),
    calls: z.array(call, { error: expected("a list of calls") }),
  },
  keysAndValues,
);

type TraceFile = z.output<typeof traceSchema>;

/** Reports whether a text is a trace, and not a file of cases. */
export function isTrace(written: string): boolean {
  const { value } = new YamlText(written);
  return value !== undefined && own(value, "calls") !== undefined;
}

/** Reads a trace. Reports all mistakes at once. */
export function readTrace(written: string, file: string): TraceReading {
  const yaml = new YamlText(written);
  if (yaml.value === undefined) return { kind: "invalid", problems: linesOf(file, yaml.flaws) };
  const parsed = traceSchema.safeParse(yaml.value);
  const problems = [
    ...schemaProblems(traceSchema, parsed.error?.issues ?? []),
    ...(parsed.success ? relationProblems(parsed.data) : []),
  ].map((problem) => placed(problem, yaml));
  if (!parsed.success || problems.length > 0 || yaml.flaws.length > 0) {
    return { kind: "invalid", problems: linesOf(file, [...yaml.flaws, ...problems]) };
  }
  return { kind: "trace", trace: toTrace(parsed.data) };
}

function* relationProblems({ tools, calls }: TraceFile): Generator<Problem> {
  let last = -Infinity;
  for (const [index, each] of calls.entries()) {
    const path = ["calls", index];
    yield* unknownName([...path, "tool"], each.tool, Object.keys(tools));
    yield* expectationProblems(path, each);
    if (each.at !== undefined && each.at < last) {
      const message = "Write the calls in their order; one before is later.";
      yield { path: [...path, "at"], part: "value", message };
    }
    last = each.at ?? last + stepMs;
  }
}

function* expectationProblems(
  path: Problem["path"],
  { expect = "passes", from, by }: TraceFile["calls"][number],
): Generator<Problem> {
  if (from !== undefined && expect !== "asks") {
    const message = "Only a call that `asks` has this.";
    yield { path: [...path, "from"], part: "key", message };
  }
  if (by !== undefined && expect === "passes") {
    const message = "Only a call that `asks` or is `refused` has this.";
    yield { path: [...path, "by"], part: "key", message };
  }
}

/** Time between two calls that say no other. */
const stepMs = 1_000;

function toTrace({ principal, words, tools, calls: written }: TraceFile): Trace {
  const byName = new Map(
    Object.entries(tools).map(([name, { reach, input, output, ...given }]) => {
      const known: TraceTool = { tool: toTool(name, given), reach, input, output };
      return [name, known] as const;
    }),
  );
  let last = -stepMs;
  const calls = written.map((each, index): TraceCall => {
    const known = byName.get(each.tool);
    if (known === undefined) throw new TypeError("a name was let through");
    const { name = each.tool, arguments: args, result, outcome, expect, from, by } = each;
    last = each.at ?? last + stepMs;
    return { ...known, number: index + 1, name, args, result, outcome, at: last, expect, from, by };
  });
  return { principal, words, calls };
}
