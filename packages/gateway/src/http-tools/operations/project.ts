import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  own,
  pointerTokens,
  valueAt,
} from "@toolcourt/sdk";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import type { EachSource, FieldSource, TableSource } from "../drafts/draft.ts";

type Fields = Readonly<Record<string, FieldSource>>;

/**
 * Returns the declared fields of an answer. Omits missing values: the output schema decides whether
 * they are required. A list or table of another form is a failure.
 */
export function projected(fields: Fields, body: JsonValue): JsonObject {
  return membersOf(fields, (source) => {
    if (typeof source === "string") return valueAt(body, source);
    return "each" in source ? itemsOf(source, body) : rowsOf(source, body);
  });
}

function membersOf<Source>(
  sources: Readonly<Record<string, Source>>,
  read: (source: Source) => JsonValue | undefined,
): JsonObject {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([field, source]) => {
      const value = read(source);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function itemsOf({ each, take }: EachSource, body: JsonValue): JsonArray | undefined {
  return listAt(body, each)?.map((item) => membersOf(take, (pointer) => valueAt(item, pointer)));
}

function rowsOf({ table, take }: TableSource, body: JsonValue): JsonArray | undefined {
  const rows = listAt(body, table.rows);
  if (rows === undefined) return undefined;
  const names = (listAt(body, table.columns) ?? []).map(nameOf);
  const places = Object.entries(take).flatMap(([field, wanted]) => {
    const place = placeOf(typeof wanted === "string" ? [wanted] : wanted, names);
    return place === undefined ? [] : [[field, place] as const];
  });
  return rows.map((row) => {
    // Positions mean nothing in a row with more or fewer values than there are columns.
    if (!isJsonArray(row) || row.length !== names.length) throw new EgressFailure("garbled");
    return Object.fromEntries(places.map(([field, place]) => [field, row[place] ?? null]));
  });
}

/** Returns the position of the first name that is there. Two columns of one name are a failure. */
function placeOf(wanted: readonly string[], names: readonly string[]): number | undefined {
  const name = wanted.find((each) => names.includes(each));
  if (name === undefined) return undefined;
  const place = names.indexOf(name);
  if (names.lastIndexOf(name) !== place) throw new EgressFailure("garbled");
  return place;
}

function nameOf(column: JsonValue): string {
  const name = isJsonObject(column) ? own(column, "name") : column;
  if (typeof name !== "string") throw new EgressFailure("garbled");
  return name;
}

function listAt(body: JsonValue, pointer: string): JsonArray | undefined {
  const found = valueAt(body, pointer);
  if (found === undefined || isJsonArray(found)) return found;
  throw new EgressFailure("garbled");
}

/**
 * Returns the length of the longest list that the fields take or lead through, or undefined if there
 * is none. A total may count a list whose first item has the taken one.
 */
export function longestTaken(fields: Fields = {}, body: JsonValue = null): number | undefined {
  const lengths = Object.values(fields)
    .flatMap((source) => prefixesOf(pointerOf(source)))
    .flatMap((pointer) => {
      const found = valueAt(body, pointer);
      return isJsonArray(found) ? [found.length] : [];
    });
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

function prefixesOf(pointer: string): readonly string[] {
  const tokens = pointer.split("/");
  return tokens.map((_token, index) => tokens.slice(0, index + 1).join("/"));
}

function pointerOf(source: FieldSource): string {
  if (typeof source === "string") return source;
  return "each" in source ? source.each : source.table.rows;
}

/**
 * Creates a check that all pages have the columns of the first that has any. The rows of all pages
 * become one table, and a row says nothing of its columns. So the first page gets these columns.
 */
export function createColumnCheck(fields: Fields = {}): (body?: JsonValue) => void {
  const tables = Object.values(fields).flatMap((source) =>
    typeof source === "object" && "table" in source ? [source.table] : [],
  );
  const known = new Map<string, string>();
  let first: JsonValue | undefined;
  return (body = null) => {
    first ??= body;
    for (const { columns, rows } of tables) {
      const found = columnsIn(body, { columns, rows });
      if (found === undefined) continue;
      const names = JSON.stringify(found.map(nameOf));
      const before = known.get(columns);
      if (before === undefined) withList(first, columns, found);
      else if (before !== names) throw new EgressFailure("garbled");
      known.set(columns, names);
    }
  };
}

/** Returns the columns of a page. Undefined for a page with neither columns nor rows. */
function columnsIn(
  body: JsonValue,
  { columns, rows }: Readonly<Record<"columns" | "rows", string>>,
): JsonArray | undefined {
  const found = listAt(body, columns) ?? [];
  return found.length === 0 && (listAt(body, rows) ?? []).length === 0 ? undefined : found;
}

/** Puts a list into an answer, at its place. Returns the list if that is the whole answer. */
export function withList(body: JsonValue, pointer: string, list: JsonArray): JsonValue {
  const name = pointerTokens(pointer).at(-1);
  if (name === undefined) return list;
  const holder = valueAt(body, pointer.slice(0, pointer.lastIndexOf("/")));
  const isPlace = isJsonObject(holder) && (list.length > 0 || own(holder, name) !== undefined);
  if (isPlace) putMember(holder, name, list);
  return body;
}

/**
 * Adds a member to an object with no other owner, such as a freshly parsed answer. For answers with
 * thousands of names, a copy would cost several times the parsing.
 */
export function putMember(object: JsonObject, name: string, value: JsonValue): void {
  // Assigning `__proto__` would set the prototype.
  const kind = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(object, name, { ...kind, value });
}
