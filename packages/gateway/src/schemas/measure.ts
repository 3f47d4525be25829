import { isJsonArray, type JsonSchema, type JsonValue } from "@toolcourt/sdk";
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

function textBytes(value: string | number | boolean | null): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many values a value consists of; counting stops soon after `atMost`. Runs before every validation. */
export function nodesOf(root: JsonValue, atMost: number): number {
  if (typeof root !== "object" || root === null) return 1;
  let nodes = 1;
  const found: JsonValue[] = [root];
  for (let value = found.pop(); value !== undefined && nodes <= atMost; value = found.pop()) {
    for (const part of partsOf(value)) {
      nodes += 1;
      if (typeof part === "object" && part !== null) found.push(part);
    }
  }
  return nodes;
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
