import type { JsonValue } from "@toolcourt/sdk";
import type { Random } from "../test/promises/random.ts";
import {
  type Base,
  doubles,
  fences,
  grammars,
  nameChanges,
  prototypes,
  types,
  values,
  wordings,
} from "./host-fuzz-rewrites.ts";
import { fuzzedTools, nameOf } from "./host-fuzz-tools.ts";

/**
 * A planner's output, and whether a call may follow: known by construction, or left to the judge.
 */
export interface FuzzedPlan {
  readonly kind: string;
  readonly said: unknown;
  readonly mayRun: boolean | "judge";
}

type Maker = (base: Base, random: Random) => unknown;

/** Makers of plans that must not run, each for the one defect its kind names. */
const bad: Readonly<Record<string, Maker>> = {
  fence: ({ text }, random) => pick(fences, random)(text),
  "words around": ({ text }, random) => pick(wordings, random)(text),
  array: ({ text }, random) => pick([`[${text}]`, `[${text},${text}]`, `[[${text}]]`], random),
  "several objects": ({ text }, random) => text + pick(["", "\n", ",", " ; ", "\0"], random) + text,
  "no object": ({ text }, random) =>
    pick([JSON.stringify(text), "null", "7", "true", '"x"', "", " ", "[]", "{}"], random),
  "cut off": ({ text }, random) => text.slice(0, 1 + random.below(text.length - 1)),
  "other grammar": ({ text }, random) => pick(grammars, random)(text),
  "wrong type of plan": ({ tool, given }, random) =>
    JSON.stringify({ type: pick(types, random), tool, arguments: given }),
  "wrong type of tool": ({ tool, given }, random) => {
    const wrong = pick([7, null, [tool], { name: tool }, "", true], random);
    return planText(wrong, given);
  },
  "unknown tool": ({ tool, given }, random) => planText(pick(nameChanges, random)(tool), given),
  "wrong arguments": (_, random) => {
    const tool = pick(fuzzedTools, random);
    return planText(nameOf(tool), pick(tool.bad, random));
  },
  "arguments of another kind": ({ tool, given }, random) =>
    planText(tool, pick([[given], JSON.stringify(given), null, 7, [], true], random)),
  "further key": ({ tool, given, text }, random) => {
    const more = pick(
      [{ next: text }, { calls: [{ tool, given }] }, { steps: 2 }, { "": 1 }],
      random,
    );
    return JSON.stringify({ type: "call_tool", tool, arguments: given, ...more });
  },
  "key twice": (base, random) => pick(doubles, random)(base),
  "key of the prototype": ({ tool, given }, random) =>
    pick(prototypes, random)(tool, JSON.stringify(given)),
  "field of the host": (_, random) =>
    planText("send-note", { text: "x", trace_id: pick(["t", null, 7, { a: 1 }], random) }),
  deep: ({ tool }, random) => {
    const depth = 70 + random.below(20_000);
    const nest = "[".repeat(depth) + "]".repeat(depth);
    return `{"type":"call_tool","tool":"${tool}","arguments":{"city":${nest},"days":${nest}}}`;
  },
  huge: ({ tool }, random) => planText(tool, { city: "x".repeat(10_000 + random.below(100_000)) }),
  "an incomplete character": ({ tool }, random) => {
    const half = pick(["\\ud800", "\\udc00", "\\udfff\\ud800"], random);
    return `{"type":"call_tool","tool":"${tool}","arguments":{"city":"${half}","text":"${half}"}}`;
  },
  "number out of range": (_, random) => {
    const days = pick(["1e400", "-1e400", "9007199254740993", "1e-400", "0e9", "-0"], random);
    return `{"type":"call_tool","tool":"get-range","arguments":{"days":${days}}}`;
  },
  "no text": (base, random) => pick(values, random)(base),
  question: (_, random) =>
    JSON.stringify({
      type: "needs_more_info",
      missing: pick([["city"], []], random),
      question: "?",
    }),
};

const good: Readonly<Record<string, Maker>> = {
  "as it should be": ({ text }) => text,
  "with space around": ({ text }, random) => ` \n${text}${pick(["", "\n", "\t\r\n"], random)}`,
  "with space within": ({ plan }, random) => JSON.stringify(plan, null, random.below(4)),
  "in another order": ({ tool, given }) =>
    JSON.stringify({ arguments: given, tool, type: "call_tool" }),
  "with escapes": ({ text }) => text.replace("call_tool", "\\u0063all\\u005ftool"),
  "as a value": ({ plan }) => plan,
  later: async ({ text }) => text,
};

/** Changes one character anywhere. Most results are no longer plans, some still are. */
function mutated({ text }: Base, random: Random): string {
  const at = random.below(text.length);
  const char = pick('{}[]",:\\ 019.-eEtfnu_\u0000\u00e9'.split(""), random);
  const changed = [
    text.slice(0, at) + char + text.slice(at),
    text.slice(0, at) + char + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
  ];
  return pick(changed, random);
}

export function* fuzzedPlans(count: number, random: Random): Generator<FuzzedPlan> {
  const bads = Object.entries(bad);
  const goods = Object.entries(good);
  for (let made = 0; made < count; made += 1) {
    const base = baseOf(random);
    const turn = made % 20;
    const isJudged = turn >= 16 && turn < 19;
    const [kind, make] = turn === 19 ? pick(goods, random) : pick(bads, random);
    yield isJudged
      ? { kind: "one character", said: mutated(base, random), mayRun: "judge" }
      : { kind, said: make(base, random), mayRun: turn === 19 };
  }
}

function baseOf(random: Random): Base {
  const fuzzed = pick(fuzzedTools, random);
  const given = pick(fuzzed.good, random);
  const tool = nameOf(fuzzed);
  const plan = { type: "call_tool", tool, arguments: given };
  return { tool, given, plan, text: JSON.stringify(plan) };
}

function planText(tool: JsonValue, given: JsonValue): string {
  return JSON.stringify({ type: "call_tool", tool, arguments: given });
}

function pick<T>(some: readonly T[], random: Random): T {
  const [first] = some;
  const one = some[random.below(some.length)] ?? first;
  if (one === undefined) throw new TypeError("Expected something to pick from.");
  return one;
}
