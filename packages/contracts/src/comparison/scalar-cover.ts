import { isJsonArray, type JsonValue } from "@toolcourt/sdk";
import type { JsonType } from "../generation/json-types.ts";
import { numbersBy, saidBy } from "../generation/layer.ts";
import { memberOf } from "../schemas/identity.ts";
import { hasAtLeast, hasAtMost } from "../schemas/length.ts";
import { isMultiple } from "../schemas/multiple.ts";
import type { Facts } from "./facts.ts";

/** Reports whether the keyword accepts every value that the facts describe. */
type Covers = (facts: Facts, limit: number) => boolean;

interface NumberRule {
  readonly type: JsonType;
  readonly covers: Covers;
  readonly holds: (value: JsonValue, limit: number) => boolean;
}

/**
 * Keywords with a number: their type, when the facts imply them, and when a value satisfies them.
 */
const rules: ReadonlyMap<string, NumberRule> = new Map<string, NumberRule>([
  [
    "minimum",
    onNumbers(
      (facts, limit) => minOf(facts) >= limit,
      (value, limit) => value >= limit,
    ),
  ],
  ["exclusiveMinimum", onNumbers(isAbove, (value, limit) => value > limit)],
  [
    "maximum",
    onNumbers(
      (facts, limit) => maxOf(facts) <= limit,
      (value, limit) => value <= limit,
    ),
  ],
  ["exclusiveMaximum", onNumbers(isBelow, (value, limit) => value < limit)],
  ["multipleOf", onNumbers(isStep, isMultiple)],
  ["minLength", onTexts(atLeast("minLength"), hasAtLeast)],
  ["maxLength", onTexts(atMost("maxLength"), hasAtMost)],
  ["minItems", onLists(atLeast("minItems"), (length, limit) => length >= limit)],
  ["maxItems", onLists(atMost("maxItems"), (length, limit) => length <= limit)],
  ["minProperties", { type: "object", covers: atLeast("minProperties"), holds: () => false }],
  ["maxProperties", { type: "object", covers: atMost("maxProperties"), holds: () => false }],
]);

type Holds<Value> = (value: Value, limit: number) => boolean;

function onNumbers(covers: Covers, is: Holds<number>): NumberRule {
  const holds: Holds<JsonValue> = (value, limit) => typeof value !== "number" || is(value, limit);
  return { type: "number", covers, holds };
}

function onTexts(covers: Covers, is: Holds<string>): NumberRule {
  const holds: Holds<JsonValue> = (value, limit) => typeof value !== "string" || is(value, limit);
  return { type: "string", covers, holds };
}

function onLists(covers: Covers, is: Holds<number>): NumberRule {
  const holds: Holds<JsonValue> = (value, limit) => !isJsonArray(value) || is(value.length, limit);
  return { type: "array", covers, holds };
}

/** Returns undefined for a keyword that is not a simple limit. */
export function limitCovers(facts: Facts, keyword: string, limit: JsonValue): boolean | undefined {
  const rule = rules.get(keyword);
  if (rule === undefined || typeof limit !== "number") return undefined;
  if (!speaksAbout(facts, rule.type)) return true;
  if (facts.listed !== undefined) return facts.listed.every((value) => rule.holds(value, limit));
  return rule.covers(facts, limit);
}

/** Reports whether the facts allow a value of this type. */
export function speaksAbout({ types }: Facts, type: JsonType): boolean {
  return types.includes(type) || (type === "number" && types.includes("integer"));
}

function minOf({ leaves }: Facts): number {
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...numbersBy(leaves, "minimum"),
    ...numbersBy(leaves, "exclusiveMinimum"),
  );
}

function maxOf({ leaves }: Facts): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...numbersBy(leaves, "maximum"),
    ...numbersBy(leaves, "exclusiveMaximum"),
  );
}

function isAbove(facts: Facts, limit: number): boolean {
  return minOf(facts) > limit || numbersBy(facts.leaves, "exclusiveMinimum").includes(limit);
}

function isBelow(facts: Facts, limit: number): boolean {
  return maxOf(facts) < limit || numbersBy(facts.leaves, "exclusiveMaximum").includes(limit);
}

function isStep({ leaves, types }: Facts, limit: number): boolean {
  const isWhole = !types.includes("number");
  return [...numbersBy(leaves, "multipleOf"), ...(isWhole ? [1] : [])].some((step) =>
    isMultiple(step, limit),
  );
}

function atLeast(keyword: string): Covers {
  return ({ leaves }, limit) => Math.max(0, ...numbersBy(leaves, keyword)) >= limit;
}

function atMost(keyword: string): Covers {
  return ({ leaves }, limit) =>
    Math.min(Number.POSITIVE_INFINITY, ...numbersBy(leaves, keyword)) <= limit;
}

/** Reports whether `enum` or `const` lists every possible value. */
export function listCovers({ listed, types }: Facts, allowed: readonly JsonValue[]): boolean {
  const isAllowed = memberOf(allowed);
  if (listed !== undefined) return listed.every(isAllowed);
  return types.every(
    (type) =>
      (type === "null" && isAllowed(null)) ||
      (type === "boolean" && isAllowed(true) && isAllowed(false)),
  );
}

/** Reports whether a leaf has exactly this keyword. For a pattern, equality is the only proof. */
export function isSaid({ leaves }: Facts, keyword: string, value: JsonValue): boolean {
  return saidBy(leaves, keyword).includes(value);
}
