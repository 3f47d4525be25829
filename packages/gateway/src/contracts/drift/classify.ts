import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readContract,
  strings,
  subschemas,
  type ToolContract,
} from "@toolcourt/sdk";
import { carriesNoText } from "./carries-no-text.ts";
import { growsOnly } from "./grows-only.ts";
import { wideningsOf } from "./widens.ts";

export const differences = ["cosmetic", "compatible", "breaking", "widening"] as const;
/** How a contract differs from its lock. */
export type Difference = (typeof differences)[number];
export type Drift = Difference | "none";

/**
 * Compares two tool objects as they were received. In doubt a difference is breaking: descriptions,
 * titles and whatever else a model or a reviewer reads are never cosmetic, since that is where
 * poisoned text arrives.
 */
export function classifyDrift(locked: JsonObject, now: JsonObject): Drift {
  const [before, after] = [contractOf(locked), contractOf(now)];
  if (before === undefined || after === undefined) return "breaking";
  if (canonicalJson(locked) === canonicalJson(now)) return "none";
  if (wideningsOf(before, after).length > 0) return "widening";
  const [plainBefore, plainAfter] = [withoutLooks(locked), withoutLooks(now)];
  if (canonicalJson(plainBefore) === canonicalJson(plainAfter)) return "cosmetic";
  return isCompatible(plainBefore, plainAfter) ? "compatible" : "breaking";
}

function contractOf(tool: JsonObject): ToolContract | undefined {
  const read = readContract({ server: "", tool });
  return read.kind === "contract" ? read.contract : undefined;
}

function isCompatible(before: JsonObject, after: JsonObject): boolean {
  const { inputSchema: inputBefore, outputSchema: outputBefore, ...restBefore } = before;
  const { inputSchema: inputAfter, outputSchema: outputAfter, ...restAfter } = after;
  return (
    canonicalJson(restBefore) === canonicalJson(restAfter) &&
    growsOnly(inputBefore, inputAfter, isMuteInput) &&
    growsOnly(outputBefore, outputAfter, () => true)
  );
}

/** An input through which nothing leaves, and whose definition tells a model nothing either. */
function isMuteInput(name: string, property: JsonValue): boolean {
  if (!carriesNoText(property)) return false;
  return [...strings({ [name]: property })].every(({ value }) => word.test(value));
}

const word = /^[\w$.:-]{1,64}$/;

/** Lists whose order means nothing. */
const unordered = ["required", "enum", "type"] as const;

/** The tool without its icons, and with lists that mean the same in one order. */
function withoutLooks(tool: JsonObject): JsonObject {
  const { icons: _icons, ...rest } = structuredClone(tool);
  for (const root of [rest["inputSchema"], rest["outputSchema"]]) {
    if (!isJsonObject(root)) continue;
    for (const { schema } of subschemas(root)) sortLists(schema);
  }
  return rest;
}

function sortLists(schema: JsonObject): void {
  for (const keyword of unordered) {
    const list = schema[keyword];
    // The schema is our own copy, made a few lines above.
    if (isJsonArray(list)) Reflect.set(schema, keyword, sorted(list));
  }
}

/** By their texts, each of which is made once. */
function sorted(list: readonly JsonValue[]): readonly JsonValue[] {
  const texts = list.map((value) => ({ value, text: canonicalJson(value) }));
  return texts.toSorted((a, b) => byText(a.text, b.text)).map(({ value }) => value);
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
