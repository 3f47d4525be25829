import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { Planner } from "../packages/host/src/planner/planner.ts";
import type { Row } from "./area.ts";
import type { BfclFile, BfclRow } from "./host-bfcl.ts";
import { intervalOf, tallied } from "./host-figures.ts";

/**
 * Scores slot filling with the benchmark's own comparison: how often a plan is made, and how often
 * it is right.
 */
export function slotRows({ name, kind, rows }: BfclFile): readonly Row[] {
  if (kind !== "one tool" && kind !== "several tools") return [];
  const judged = rows.flatMap((row) => judge(row));
  const made = judged.filter(({ isMade }) => isMade);
  const right = made.filter(({ fault }) => fault === undefined);
  const isHeld = kind === "one tool";
  return [
    {
      what: `${name}, slots: plans that are right, of those made`,
      figure: made.length === 0 ? 0 : right.length / made.length,
      unit: "rate",
      ...(isHeld ? { bound: { at: "least", value: 0.85 } as const } : {}),
      note: `${intervalOf(right.length, made.length)}; limited by where a text begins and ends: ${tallied(made.flatMap(({ fault }) => fault ?? []))}`,
    },
    {
      what: `${name}, slots: questions with a plan`,
      figure: judged.length === 0 ? 0 : made.length / judged.length,
      unit: "rate",
      ...(isHeld ? { bound: { at: "least", value: 0.4 } as const } : {}),
      note: `${intervalOf(made.length, judged.length)}; limited by texts in small letters without marks, asked for: ${tallied(judged.flatMap(({ asked }) => asked ?? []))}`,
    },
  ];
}

interface Judged {
  readonly isMade: boolean;
  readonly fault?: string;
  readonly asked?: string;
}

/** Judges a row with its tool given, as in the benchmark. Tool choice is measured elsewhere. */
function judge({ question, tools, gold }: BfclRow): readonly Judged[] {
  const tool = tools.find((one) => one.name === gold?.tool);
  if (tool === undefined || gold === undefined) return [];
  const plan = new Planner({ tools: [tool], minFit: 0 }).plan(question);
  if (plan.type === "needs_more_info") {
    const types = plan.missing.map((name) => typeOf(tool.input, name));
    return [
      { isMade: false, asked: types.length === 0 ? "no place for a value" : (types[0] ?? "") },
    ];
  }
  const fault = faultIn(plan.arguments, gold.values, tool.input);
  return [fault === undefined ? { isMade: true } : { isMade: true, fault }];
}

function typeOf(input: JsonObject, name: string): string {
  const schema = isJsonObject(input["properties"]) ? input["properties"][name] : undefined;
  const type = isJsonObject(schema) ? schema["type"] : undefined;
  return typeof type === "string" ? type : "other";
}

/**
 * Returns the benchmark's objection, or undefined. An optional argument has "" among its values.
 */
export function faultIn(
  given: JsonObject,
  values: JsonObject,
  input: JsonObject,
): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const allowed = values[name];
    const isRight = isJsonArray(allowed) && allowed.some((one) => isSame(value, one));
    if (!isRight) return `${typeOf(input, name)} with another value`;
  }
  const left = Object.entries(values).find(
    ([name, allowed]) =>
      !Object.hasOwn(given, name) && isJsonArray(allowed) && !allowed.includes(""),
  );
  return left === undefined ? undefined : `${typeOf(input, left[0])} left out`;
}

function isSame(value: JsonValue, allowed: JsonValue): boolean {
  if (typeof value === "string") {
    return typeof allowed === "string" && standard(value) === standard(allowed);
  }
  if (isJsonArray(value)) {
    if (!isJsonArray(allowed) || allowed.length !== value.length) return false;
    return value.every((item, at) => isSame(item, allowed[at] ?? null));
  }
  return value === allowed;
}

/** Normalizes strings as the benchmark does: without case, spaces and some punctuation. */
function standard(text: string): string {
  return text
    .replaceAll(/[ ,./\-_*^]/g, "")
    .toLowerCase()
    .replaceAll("'", '"');
}
