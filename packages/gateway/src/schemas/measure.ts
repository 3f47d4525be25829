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
    bytes += ownBytes(value);
    if (bytes <= atMost) for (const child of partsOf(value)) found.push(child);
  }
  return bytes;
}

/** What a value takes apart from its parts. */
function ownBytes(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return textBytes(value);
  const keys = Object.keys(value);
  const brackets = 2 + Math.max(0, keys.length - 1);
  return isJsonArray(value)
    ? brackets
    : keys.reduce((sum, key) => sum + textBytes(key) + 1, brackets);
}

function partsOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== "object" || value === null) return [];
  return isJsonArray(value) ? value : Object.values(value);
}

function textBytes(value: string | number | boolean | null): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** How many values a value consists of; counting stops soon after `atMost`. */
export function nodesOf(root: JsonValue, atMost: number): number {
  let nodes = 1;
  const found: JsonValue[] = [root];
  for (let value = found.pop(); value !== undefined && nodes <= atMost; value = found.pop()) {
    const parts = partsOf(value);
    nodes += parts.length;
    if (nodes <= atMost) for (const part of parts) found.push(part);
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
