import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";

export { ParseError };

export interface Toml {
  readonly value: JsonObject;
  /** The tables and the keys above them, in the order of the file, with their positions. */
  readonly parts: readonly (AST.TOMLTable | AST.TOMLKeyValue)[];
}

/** Reads TOML with positions. Throws a `ParseError`. */
export function parseToml(text: string): Toml {
  const program = parseTOML(text);
  const value = plain(getStaticTOMLValue(program));
  return { value: isObject(value) ? value : {}, parts: program.body[0].body };
}

/** TOML has dates and numbers that JSON has not. No client uses them for servers. */
function plain(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  }
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "boolean" ? value : String(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
