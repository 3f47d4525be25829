import { isJsonArray, type JsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

export interface JsonSize {
  /** Upper bound of the JSON text's size in bytes. */
  readonly byteBound: number;
  readonly depth: number;
}

/** No character takes more than six bytes of JSON, as `\u0000` does. */
const maxBytesOfCharacter = 6;
const maxBytesOfScalar = 25;

/** Measures a value without serializing it, and without recursion that its depth could overflow. */
export function jsonSizeOf(root: JsonValue): JsonSize {
  let level: Holder[] = [];
  let byteBound = bytesOf(root, level);
  let depth = 0;
  while (level.length > 0) {
    const below: Holder[] = [];
    let bytes = 0;
    for (const holder of level) bytes += bytesWithin(holder, below);
    if (bytes > 0) depth += 1;
    byteBound += bytes;
    level = below;
  }
  return { byteBound, depth };
}

type Holder = JsonObject | JsonArray;

/** Returns the bytes of a value without its children, which go to `below`. */
function bytesOf(value: JsonValue, below: Holder[]): number {
  if (typeof value === "string") return value.length * maxBytesOfCharacter + 2;
  if (typeof value !== "object" || value === null) return maxBytesOfScalar;
  below.push(value);
  return 2;
}

/** Returns 0 if it is empty. Iterates over keys: building entries of very many members is slow. */
function bytesWithin(holder: Holder, below: Holder[]): number {
  let bytes = 0;
  if (isJsonArray(holder)) {
    for (const item of holder) bytes += 1 + bytesOf(item, below);
    return bytes;
  }
  for (const key of Object.keys(holder)) {
    bytes += key.length * maxBytesOfCharacter + 4 + bytesOf(holder[key] ?? null, below);
  }
  return bytes;
}

/**
 * Returns whether the JSON text of a value exceeds a size. Serializes only if the estimate is above
 * it.
 */
export function isLargerThan(value: JsonValue, { byteBound }: JsonSize, maxBytes: number): boolean {
  return byteBound > maxBytes && Buffer.byteLength(JSON.stringify(value)) > maxBytes;
}
