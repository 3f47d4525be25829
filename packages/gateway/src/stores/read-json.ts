import type { JsonObject } from "@toolcourt/sdk";
import { StoreError } from "./store-error.ts";

/** Parses an object that a database stores as text. Data from a database is untrusted too. */
export function readJsonObject(text: string): JsonObject {
  const found = parsed(text);
  if (!isObject(found)) throw new StoreError("corrupt");
  return found;
}

/** Parses such an object whose values must all be text. */
export function readTexts(text: string): Readonly<Record<string, string>> {
  const found = readJsonObject(text);
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(found)) {
    if (typeof value !== "string") throw new StoreError("corrupt");
    texts[key] = value;
  }
  return texts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError("corrupt", { cause: error });
  }
}

// Parsed JSON contains only JSON values.
function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
