import type { JsonObject } from "@toolcourt/sdk";
import { StoreError } from "./store-error.ts";

/** Reads an object that a database keeps as one text. A database is an outside too. */
export function readJsonObject(text: string): JsonObject {
  const found = parsed(text);
  if (!isObject(found)) throw new StoreError("corrupt");
  return found;
}

/** The same where every value must be text. */
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

// What JSON says can only hold more JSON.
function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
