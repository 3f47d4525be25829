import { isJsonArray, type JsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";

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
  let level: Holder[] = [];
  let mostBytes = bytesOf(root, level);
  let depth = 0;
  while (level.length > 0) {
    const below: Holder[] = [];
    let bytes = 0;
    for (const holder of level) bytes += bytesWithin(holder, below);
    if (bytes > 0) depth += 1;
    mostBytes += bytes;
    level = below;
  }
  return { mostBytes, depth };
}

type Holder = JsonObject | JsonArray;

/** The bytes of a value without what it holds, which is looked at with what else is put `below`. */
function bytesOf(value: JsonValue, below: Holder[]): number {
  if (typeof value === "string") return value.length * mostBytesOfCharacter + 2;
  if (typeof value !== "object" || value === null) return mostBytesOfScalar;
  below.push(value);
  return 2;
}

/** None where it is empty. Goes by the keys: pairs of very many members take long to make. */
function bytesWithin(holder: Holder, below: Holder[]): number {
  let bytes = 0;
  if (isJsonArray(holder)) {
    for (const item of holder) bytes += 1 + bytesOf(item, below);
    return bytes;
  }
  for (const key of Object.keys(holder)) {
    bytes += key.length * mostBytesOfCharacter + 4 + bytesOf(holder[key] ?? null, below);
  }
  return bytes;
}

/** Whether the JSON text of a value has more bytes than allowed. Text is made only when it could matter. */
export function isLargerThan(value: JsonValue, { mostBytes }: JsonSize, maxBytes: number): boolean {
  return mostBytes > maxBytes && Buffer.byteLength(JSON.stringify(value)) > maxBytes;
}
