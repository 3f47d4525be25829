import type { JsonObject } from "@toolcourt/sdk";
import {
  createMemory,
  type OriginMemory,
} from "../packages/gateway/src/governance/sequences/origins/create-memory.ts";
import {
  type OriginEntry,
  readOriginEntry,
  writeOriginEntry,
} from "../packages/gateway/src/governance/sequences/origins/entry.ts";
import { createFingerprints } from "../packages/gateway/src/governance/sequences/origins/fingerprints.ts";
import type { Flow } from "../packages/gateway/src/governance/sequences/origins/flow.ts";
import { readOperatorNames } from "../packages/gateway/src/governance/sequences/origins/operator-names.ts";
import { Taint } from "../packages/gateway/src/governance/sequences/origins/taint.ts";
import { createRandom } from "../test/promises/random.ts";
import type { Area, Row } from "./area.ts";
import { originCases } from "./origins-cases.ts";
import { costRows } from "./origins-cost.ts";
import type { OriginCase, Step } from "./origins-steps.ts";
import type { ValueKind } from "./origins-values.ts";

const cases = 10_000;

/**
 * The seeds of the halves. The readers of values were written with the first half in view. Of the
 * second one only the figures were seen.
 */
const seeds = { read: 26, unread: 62 } as const;

/** Where values came from: generated cases, so no data folder is needed. */
export const originsArea: Area = {
  name: "origins",
  measure: async () => [
    ...originRows("read"),
    ...originRows("unread"),
    ...costRows({ fingerprints, taint: new Taint(), operator }),
  ],
};

const fingerprints = createFingerprints(Buffer.alloc(32, 26), null);
const operator = readOperatorNames(["*@operator.example", "https://api.operator.example/*"]);
const trusted: ReadonlySet<string> = new Set(["user", "operator", "first-party"]);

interface Judged extends OriginCase {
  readonly found: string;
}

/** Judges generated cases of one half. */
export function originRows(half: keyof typeof seeds, count = cases): readonly Row[] {
  const judged = [...originCases(count, createRandom(seeds[half]))].map(judge);
  const wrong = judged.filter(({ found, truth }) => found !== truth);
  const tooTrusting = wrong.filter(({ found }) => trusted.has(found));
  const note = (some: readonly Judged[]): Pick<Row, "note"> =>
    half === "read" && some.length > 0 ? { note: tallied(some) } : {};
  return [
    { what: `cases, ${half} half`, figure: judged.length, unit: "count" },
    {
      what: `wrongly the person's, the operator's or first-party, ${half} half`,
      figure: tooTrusting.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      ...note(tooTrusting),
    },
    {
      what: `right origin named, ${half} half`,
      figure: 1 - wrong.length / judged.length,
      unit: "rate",
      bound: { at: "least", value: 0.97 },
      ...note(wrong),
    },
  ];
}

function tallied(some: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { move, kind, found } of some) {
    const name = `${move} (${kind}: ${found})`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 12);
  return most.map(([name, count]) => `${count} ${name}`).join(", ");
}

function judge(one: OriginCase): Judged {
  const taint = new Taint();
  const open = (): OriginMemory => createMemory({ fingerprints, taint, operator });
  const flow = flowOf(one.kind);
  let memory = open();
  for (const [at, step] of one.steps.entries()) {
    if (step.kind === "other-person") memory = open();
    else play(step, { memory, taint, flow, at: at + 1 });
  }
  const args = one.inContent === true ? { body: `Hello, ${one.value} is it.` } : { to: one.value };
  const [first, second] = memory.trace(args, flow, one.steps.length + 1);
  const found = (one.inContent === true ? second : first)?.origin ?? "nothing";
  return { ...one, found };
}

type PlayedStep = Exclude<Step, { readonly kind: "other-person" }>;

interface Playing {
  readonly memory: OriginMemory;
  readonly taint: Taint;
  readonly flow: Flow;
  readonly at: number;
}

/** Remembers a step as a store gives it back. */
function play(step: PlayedStep, playing: Playing): void {
  const entry = entryOf(step, playing);
  if (entry === undefined) return;
  const kept = readOriginEntry(writeOriginEntry(entry));
  if (step.kind === "write") playing.taint.apply(kept);
  else playing.memory.apply(kept);
}

function entryOf(step: PlayedStep, { memory, flow, at }: Playing): OriginEntry | undefined {
  const call = { tool: "tool", call: String(at), at };
  switch (step.kind) {
    case "words":
      return memory.rememberWords({ text: step.text, origin: step.origin, call });
    case "foreign":
      return memory.rememberForeignText(step.text, call);
    case "write":
      return memory.rememberWritten({ args: step.args, flow, call });
    case "result":
      break;
  }
  return memory.rememberResult({ call, flow, args: step.args ?? {}, result: resultOf(step) });
}

function resultOf({ own, mail }: Extract<Step, { readonly kind: "result" }>): JsonObject {
  return { ...(own !== undefined && { own }), ...(mail !== undefined && { mail }) };
}

/** A contract in which `own` is first-party and of the value's kind, but for `file` and `order`. */
function flowOf(kind: ValueKind): Flow {
  return {
    reach: "outside",
    argumentAt: ([name]) =>
      name === "body"
        ? { role: "content", kind: undefined, isGuessed: false }
        : { role: "destination", kind, isGuessed: false },
    resultAt: ([name, field]) => ({
      origin: name === "own" ? "first-party" : "third-party",
      kind: kindOfField(field) ?? kind,
      sensitivity: undefined,
      isDeclared: true,
    }),
    isNamed: (_side, segments) => named.has(segments.at(-1) ?? ""),
  };
}

const named = new Set(["own", "mail", "subject", "text", "file", "order", "to", "body"]);

function kindOfField(field: string | undefined): string | undefined {
  return { file: "file-id", order: "order-id" }[field ?? ""];
}
