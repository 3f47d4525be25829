import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonSchema,
  type JsonValue,
} from "@toolcourt/sdk";
import type { SchemaLimits } from "./limits.ts";

/**
 * Counts the bytes of a value as JSON text. Stops soon after `atMost`. Uses neither recursion nor a
 * full copy, so depth and size are harmless.
 */
export function bytesOf(root: JsonValue, atMost: number): number {
  let bytes = 0;
  const found: JsonValue[] = [root];
  for (let value = found.pop(); value !== undefined && bytes <= atMost; value = found.pop()) {
    bytes += ownBytes(value, atMost);
    if (bytes <= atMost) for (const child of partsOf(value)) found.push(child);
  }
  return bytes;
}

/** Minimum size of a key with its quotes, colon and comma. */
const minPerKey = 4;

/** Size of a value without its children. */
function ownBytes(value: JsonValue, atMost: number): number {
  if (typeof value !== "object" || value === null) return textBytes(value);
  if (isJsonArray(value)) return 2 + Math.max(0, value.length - 1);
  const keys = Object.keys(value);
  if (keys.length * minPerKey > atMost + minPerKey) return keys.length * minPerKey;
  return keys.reduce((sum, key) => sum + textBytes(key) + 1, 2 + Math.max(0, keys.length - 1));
}

function partsOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== "object" || value === null) return [];
  return isJsonArray(value) ? value : Object.values(value);
}

// Close enough for a limit, in a tenth of the time: ignores JSON escapes.
function textBytes(value: string | number | boolean | null): number {
  return typeof value === "string" ? Buffer.byteLength(value) + 2 : String(value).length;
}

/** Counts the nodes of a value. Stops soon after `atMost`. Runs before every validation. */
export function nodesOf(root: JsonValue, atMost: number): number {
  let nodes = 1;
  const found: JsonValue[] = [root];
  for (let value = found.pop(); value !== undefined && nodes <= atMost; value = found.pop()) {
    nodes += isJsonArray(value) ? pushItems(value, found) : pushProperties(value, found);
  }
  return nodes;
}

function pushItems(items: JsonArray, found: JsonValue[]): number {
  for (const item of items) if (typeof item === "object" && item !== null) found.push(item);
  return items.length;
}

// Not `Object.values`, which is four times slower on objects with very many keys.
function pushProperties(value: JsonValue, found: JsonValue[]): number {
  if (!isJsonObject(value)) return 0;
  const keys = Object.keys(value);
  for (const key of keys) {
    const property = value[key];
    if (typeof property === "object" && property !== null) found.push(property);
  }
  return keys.length;
}

/** Tells whether a value has more than `levels` levels. */
export function isDeeperThan(root: JsonValue, levels: number): boolean {
  let level: JsonValue[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const below: JsonValue[] = [];
    for (const value of level) {
      for (const part of partsOf(value)) below.push(part);
    }
    level = below;
  }
  return false;
}

/** Tells whether a schema is small and shallow enough for recursive or multi-pass code. */
export function isModest(schema: JsonSchema, { maxBytes, maxNesting }: SchemaLimits): boolean {
  return bytesOf(schema, maxBytes) <= maxBytes && !isDeeperThan(schema, maxNesting);
}
