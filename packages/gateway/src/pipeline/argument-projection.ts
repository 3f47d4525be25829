import { hash } from "node:crypto";
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { isSensitive } from "./is-sensitive.ts";

/** What a log may say about arguments: what they look like, and what they can be compared by. */
export interface ArgumentProjection {
  /** Of the canonical form, without what is declared sensitive: whoever has the arguments can compare. */
  readonly sha256: string;
  readonly bytes: number;
  /** `city: string(5)`, for arguments that the contract names. Absent where only digests are wanted. */
  readonly shape?: readonly string[];
  /** How many the contract does not name. Their names are the caller's own words. */
  readonly unnamed?: number;
  /** How many the contract declares sensitive, of which nothing is said. */
  readonly sensitive?: number;
}

const mostNames = 32;
const longestName = 64;

export function projectionOf(
  given: JsonValue | undefined,
  input: JsonObject | undefined,
  only?: "digests",
): ArgumentProjection {
  const declared = propertiesOf(input);
  const { open, sensitive } = withoutSensitive(given ?? {}, input);
  const text = canonicalOrPlain(open);
  const digest = { sha256: hash("sha256", text, "hex"), bytes: Buffer.byteLength(text) };
  const withheld = sensitive === 0 ? {} : { sensitive };
  if (only === "digests" || !isJsonObject(open)) return { ...digest, ...withheld };
  const named = Object.keys(open).filter((name) => Object.hasOwn(declared, name));
  const shape = named
    .slice(0, mostNames)
    .map((name) => `${name.slice(0, longestName)}: ${kindOf(own(open, name))}`);
  const unnamed = Object.keys(open).length - shape.length;
  return { ...digest, shape, ...(unnamed > 0 && { unnamed }), ...withheld };
}

/** A digest of four digits says them, so what is sensitive is not in it either, nor what holds it. */
function withoutSensitive(
  given: JsonValue,
  input: JsonObject = {},
): { readonly open: JsonValue; readonly sensitive: number } {
  if (!isJsonObject(given)) return { open: given, sensitive: 0 };
  const declared = propertiesOf(input);
  const entries = Object.entries(given);
  const open = entries.filter(([name]) => !isSensitive(own(declared, name), input));
  return { open: Object.fromEntries(open), sensitive: entries.length - open.length };
}

function propertiesOf(input: JsonObject = {}): JsonObject {
  const properties = own(input, "properties");
  return isJsonObject(properties) ? properties : {};
}

function canonicalOrPlain(value: JsonValue): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** Texts are counted in characters, lists in items, objects in members. */
function kindOf(value: JsonValue | undefined): string {
  if (value === null) return "null";
  if (typeof value === "string") return `string(${value.length})`;
  if (typeof value !== "object") return typeof value;
  return isJsonArray(value) ? `array(${value.length})` : `object(${Object.keys(value).length})`;
}
