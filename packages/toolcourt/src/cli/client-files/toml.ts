import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";

export { ParseError };

/** A key, or a table with its keys, and where it stands. */
export interface TomlPart {
  /** From the root of the file. */
  readonly path: readonly (string | number)[];
  readonly range: readonly [from: number, to: number];
  readonly keys: readonly Omit<TomlPart, "keys">[];
}

export interface Toml {
  readonly value: JsonObject;
  /** In the order of the file. */
  readonly parts: readonly TomlPart[];
}

/** Reads TOML with positions. Throws a `ParseError`. */
export function parseToml(text: string): Toml {
  const program = parseTOML(text);
  const value = plain(getStaticTOMLValue(program));
  return {
    value: isJsonObject(value) ? value : {},
    parts: program.body[0].body.map(partOf),
  };
}

function partOf(node: AST.TOMLTable | AST.TOMLKeyValue): TomlPart {
  if (node.type === "TOMLKeyValue") return { ...keyOf(node, []), keys: [] };
  const path = node.resolvedKey;
  return { path, range: node.range, keys: node.body.map((each) => keyOf(each, path)) };
}

function keyOf(
  { key, range }: AST.TOMLKeyValue,
  table: readonly (string | number)[],
): Omit<TomlPart, "keys"> {
  const steps = key.keys.map((each) => (each.type === "TOMLBare" ? each.name : each.value));
  return { path: [...table, ...steps], range };
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
