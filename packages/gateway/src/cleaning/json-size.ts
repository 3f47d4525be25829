import type { JsonValue } from "@toolcourt/sdk";

export interface JsonSize {
  /** Never less than the bytes of the JSON text. */
  readonly mostBytes: number;
  readonly depth: number;
}

/** No character takes more than six bytes of JSON, as `\u0000` does. */
const mostBytesOfCharacter = 6;
const mostBytesOfScalar = 25;

/** Measures a value without making text of it, and without a stack that its depth could overflow. */
export function jsonSizeOf(root: JsonValue): JsonSize {
  let mostBytes = 0;
  let depth = 0;
  let level: JsonValue[] = [root];
  while (level.length > 0) {
    const below: JsonValue[] = [];
    for (const value of level) mostBytes += bytesOf(value, below);
    if (below.length > 0) depth += 1;
    level = below;
  }
  return { mostBytes, depth };
}

/** The bytes of a value without what it holds, which is put `below`. */
function bytesOf(value: JsonValue, below: JsonValue[]): number {
  if (typeof value === "string") return value.length * mostBytesOfCharacter + 2;
  if (typeof value !== "object" || value === null) return mostBytesOfScalar;
  let bytes = 2;
  for (const [key, child] of Object.entries(value)) {
    bytes += key.length * mostBytesOfCharacter + 4;
    below.push(child);
  }
  return bytes;
}

/** Whether the JSON text of a value has more bytes than allowed. Text is made only when it could matter. */
export function isLargerThan(value: JsonValue, { mostBytes }: JsonSize, maxBytes: number): boolean {
  return mostBytes > maxBytes && Buffer.byteLength(JSON.stringify(value)) > maxBytes;
}
