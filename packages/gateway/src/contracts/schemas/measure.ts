import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonSchema,
  type JsonValue,
} from "@toolcourt/sdk";
import type { SchemaLimits } from "./limits.ts";

/**
 * How many bytes a value takes as JSON text; counting stops soon after `atMost`. Uses no stack and makes
 * no copy of the whole, so that neither depth nor size can hurt.
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

/** A key with its quotes, its colon and its comma takes at least this much. */
const leastPerKey = 4;

/** What a value takes apart from its parts. */
function ownBytes(value: JsonValue, atMost: number): number {
  if (typeof value !== "object" || value === null) return textBytes(value);
  if (isJsonArray(value)) return 2 + Math.max(0, value.length - 1);
  const keys = Object.keys(value);
  if (keys.length * leastPerKey > atMost + leastPerKey) return keys.length * leastPerKey;
  return keys.reduce((sum, key) => sum + textBytes(key) + 1, 2 + Math.max(0, keys.length - 1));
}

function partsOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== "object" || value === null) return [];
  return isJsonArray(value) ? value : Object.values(value);
}

// Close enough for a limit, and a tenth of the time: what JSON escapes counts as it stands.
function textBytes(value: string | number | boolean | null): number {
  return typeof value === "string" ? Buffer.byteLength(value) + 2 : String(value).length;
}

/** How many values a value consists of; counting stops soon after `atMost`. Runs before every validation. */
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

// Not `Object.values`, which takes four times as long on an object with very many keys.
function pushProperties(value: JsonValue, found: JsonValue[]): number {
  if (!isJsonObject(value)) return 0;
  const keys = Object.keys(value);
  for (const key of keys) {
    const property = value[key];
    if (typeof property === "object" && property !== null) found.push(property);
  }
  return keys.length;
}

/** Whether a value has more levels than `levels`. */
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

/** Small and shallow enough for code that recurses or that looks at everything more than once. */
export function isModest(schema: JsonSchema, { maxBytes, maxNesting }: SchemaLimits): boolean {
  return bytesOf(schema, maxBytes) <= maxBytes && !isDeeperThan(schema, maxNesting);
}
