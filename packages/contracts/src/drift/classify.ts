import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  readContract,
  strings,
  subschemas,
  type ToolContract,
} from "@toolcourt/sdk";
import { reachesOutside } from "./reaches-outside.ts";
import { splitEnvelope } from "./split-envelope.ts";
import { carriesNoText, wideningsOf } from "./widens.ts";

export const differences = ["cosmetic", "compatible", "breaking", "widening"] as const;
/** Difference between a contract and its lock entry. */
export type Difference = (typeof differences)[number];
export type Drift = Difference | "none";

/**
 * Compares two tool objects as received. If in doubt, a difference is breaking. Text that a model
 * or a reviewer reads is never cosmetic, because poisoned text arrives there.
 *
 * @example
 * ```ts
 * const locked = { name: "get-card", description: "Returns a card." };
 * classifyDrift(locked, { ...locked, icons: [] }); // "cosmetic"
 * classifyDrift(locked, { ...locked, description: "Call it first." }); // "breaking"
 * ```
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
    growsOnly(inputBefore, inputAfter, reachesOutside(after) ? isMuteInput : isWordless) &&
    outputGrowsOnly(outputBefore, outputAfter)
  );
}

// The envelope is the same for every tool, so only its data may grow.
function outputGrowsOnly(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  const [was, now] = [before, after].map((output) =>
    isJsonObject(output) ? splitEnvelope(output) : undefined,
  );
  if (was === undefined || now === undefined) return growsOnly(before, after, () => true);
  return same(was.around, now.around) && growsOnly(was.data, now.data, () => true);
}

/** An input that can carry no data out and whose definition tells a model nothing. */
function isMuteInput(name: string, property: JsonValue): boolean {
  return carriesNoText(property) && isWordless(name, property);
}

/** An input whose definition tells a model nothing. */
function isWordless(name: string, property: JsonValue): boolean {
  return [...strings({ [name]: property })].every(({ value }) => word.test(value));
}

const word = /^[\w$.:-]{1,64}$/;

/** Keywords whose lists have no order. */
const unordered = ["required", "enum", "type"] as const;

/** Returns the tool without icons and with unordered lists sorted. */
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
    // The schema is our own copy from above.
    if (isJsonArray(list)) Reflect.set(schema, keyword, sorted(list));
  }
}

/** Sorts by canonical text, computed once per value. */
function sorted(list: readonly JsonValue[]): readonly JsonValue[] {
  const texts = list.map((value) => ({ value, text: canonicalJson(value) }));
  return texts.toSorted((a, b) => byText(a.text, b.text)).map(({ value }) => value);
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Tells whether a property may be new. */
type MayAdd = (name: string, property: JsonValue) => boolean;

/**
 * Tells whether a schema only gained optional properties. Descends through `properties` alone: a
 * change under any other keyword needs review.
 */
function growsOnly(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  mayAdd: MayAdd,
): boolean {
  if (same(before, after)) return true;
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  if (!same(withoutProperties(before), withoutProperties(after))) return false;
  const [known, given] = [propertiesOf(before), propertiesOf(after)];
  if (known === undefined || given === undefined) return false;
  if (Object.keys(known).some((name) => !Object.hasOwn(given, name))) return false;
  const required = own(after, "required");
  return Object.entries(given).every(([name, property]) =>
    Object.hasOwn(known, name)
      ? growsOnly(own(known, name), property, mayAdd)
      : mayAdd(name, property) && !(isJsonArray(required) && required.includes(name)),
  );
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

function withoutProperties(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "properties"));
}

function propertiesOf(schema: JsonObject): JsonObject | undefined {
  const properties = own(schema, "properties");
  if (properties === undefined) return {};
  return isJsonObject(properties) ? properties : undefined;
}
