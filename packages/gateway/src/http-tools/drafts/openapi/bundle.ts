import { admit } from "@toolcourt/contracts/internal/schemas/admission/admit";
import { depth } from "@toolcourt/contracts/internal/schemas/admission/depth";
import { expansion } from "@toolcourt/contracts/internal/schemas/admission/expansion";
import { subschemas } from "@toolcourt/contracts/internal/schemas/admission/subschemas";
import { defaultLimits } from "@toolcourt/contracts/internal/schemas/limits";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import type { Definitions, Translated } from "./definitions.ts";
import { ImportProblem } from "./follow.ts";
import { terse } from "./terse.ts";

/** Size limits of the two schemas. Together they must stay within the limits of the rules. */
const maxInputBytes = 110_000;
const maxOutputBytes = 40_000;
const maxTogether = 120_000;

export interface Whole {
  readonly schema: JsonSchema;
  /** Whether descriptions are dropped from the definitions to save space. */
  readonly isTerse: boolean;
  /** Pointers of the omitted fields. */
  readonly leftOut: readonly string[];
}

/**
 * Bundles a schema with all of its references. Inputs must be validated completely, or not be sent.
 */
export function bundleWhole(root: Translated, definitions: Definitions): Whole {
  for (const [isTerse, from] of [
    [false, definitions] as const,
    [true, terse(definitions)] as const,
  ]) {
    const { isWhole, bytes, levels } = collectReachable(root, from, maxInputBytes);
    if (!isWhole) continue;
    definitions.spend(bytes, "");
    const names = levels.flat();
    const leftOut = [root, ...names.map(from.named)].flatMap((each) => each.leftOut);
    return { schema: withDefinitions(root.schema, names, from), isTerse, leftOut };
  }
  throw new ImportProblem("", "The schema of the input is too large.");
}

export interface Cut {
  readonly schema: JsonSchema;
  /** Whether a part was left open because the whole is too large. */
  readonly isCut: boolean;
}

/** Bundles a schema with references up to the size limit. Anything beyond accepts any value. */
export function bundleNear(root: Translated, definitions: Definitions, beside: JsonSchema): Cut {
  const room = Math.min(maxOutputBytes, maxTogether - JSON.stringify(beside).length);
  if (root.bytes > room) throw tooLargeAnswer();
  const { levels, isWhole, bytes } = collectReachable(root, definitions, room);
  for (let count = levels.length; count >= 0; count -= 1) {
    const names = levels.slice(0, count).flat();
    const isCut = count < levels.length || !isWhole;
    const all = withDefinitions(root.schema, names, definitions);
    const schema = isCut ? opened(all, new Set(names.map(toReference))) : all;
    if (!isSmallEnough(schema)) continue;
    definitions.spend(isCut ? bytes : 0, "");
    return { schema, isCut };
  }
  throw tooLargeAnswer();
}

function tooLargeAnswer(): ImportProblem {
  return new ImportProblem("", "The schema of the answer is too large.");
}

interface Reached {
  /** Names by distance: one, two, three … references away. */
  readonly levels: readonly (readonly string[])[];
  readonly isWhole: boolean;
  readonly bytes: number;
}

function collectReachable(root: Translated, definitions: Definitions, maxBytes: number): Reached {
  const seen = new Set<string>();
  const levels: string[][] = [];
  let bytes = root.bytes;
  let next = [...root.refersTo];
  while (next.length > 0) {
    for (const name of next) {
      seen.add(name);
      bytes += definitions.named(name).bytes;
      if (bytes > maxBytes) return { levels, isWhole: false, bytes: maxBytes };
    }
    levels.push(next);
    const further = new Set(next.flatMap((name) => [...definitions.named(name).refersTo]));
    next = [...further].filter((name) => !seen.has(name));
  }
  return { levels, isWhole: bytes <= maxBytes, bytes };
}

function withDefinitions(
  schema: JsonSchema,
  names: readonly string[],
  definitions: Definitions,
): JsonSchema {
  if (names.length === 0) return schema;
  const entries = names.map((name) => [name, definitions.named(name).schema] as const);
  return { ...schema, $defs: Object.fromEntries(entries) };
}

function toReference(name: string): string {
  return `#/$defs/${name}`;
}

/** Removes references to definitions that were not bundled. */
function opened(value: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const reference = own(value, "$ref");
  const isLoose = typeof reference === "string" && !kept.has(reference);
  const entries = Object.entries(value)
    .filter(([key]) => !(isLoose && key === "$ref"))
    .map(([key, held]) => [key, openedValue(held, kept)] as const);
  return Object.fromEntries(entries);
}

function openedValue(value: JsonValue, kept: ReadonlySet<string>): JsonValue {
  if (isJsonArray(value)) return value.map((each) => openedValue(each, kept));
  return isJsonObject(value) ? opened(value, kept) : value;
}

const sizeChecks = [depth, subschemas, expansion];

function isSmallEnough(schema: JsonSchema): boolean {
  return admit(schema, { checks: sizeChecks, limits: defaultLimits }).length === 0;
}
