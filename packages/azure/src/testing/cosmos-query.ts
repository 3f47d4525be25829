import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { textOf } from "./cosmos-items.ts";

/** A query of the few forms that the stores send. The fixture refuses all others. */
export interface CosmosQuery {
  /** Default: whole items. */
  readonly fields?: readonly string[];
  readonly tests: readonly Test[];
  readonly order: readonly Order[];
}

interface Test {
  readonly field: string;
  readonly operator: string;
  readonly value: JsonValue | undefined;
}

interface Order {
  readonly field: string;
  readonly descends: boolean;
}

const form = /^SELECT (.+?) FROM c(?: WHERE (.+?))?(?: ORDER BY (.+))?$/;
// Words of the language. As a bare property they are a syntax error at the real service.
const reserved = /^(?:asc|by|case|desc|for|from|group|in|limit|offset|on|or|order|set|top|value)$/i;

/** Reads a query with its parameters. Undefined if it has another form. */
export function readQuery(spec: JsonValue): CosmosQuery | undefined {
  if (!isJsonObject(spec)) return undefined;
  // A text of another form selects nothing, which no field can be read from.
  const [, selected, where, by] = form.exec(textOf(spec["query"])) ?? ["", ""];
  const values = parametersOf(spec["parameters"]);
  const isWhole = selected === "*";
  const fields = allOf(isWhole ? undefined : selected, ", ", fieldOf);
  const tests = allOf(where, " AND ", (text) => testOf(text, values));
  const order = allOf(by, ", ", orderOf);
  if (fields === undefined || tests === undefined || order === undefined) return undefined;
  return { ...(!isWhole && { fields }), tests, order };
}

/** Reads each part of a text. None without a text, undefined if one part cannot be read. */
function allOf<Part>(
  text: string | undefined,
  separator: string,
  read: (part: string) => Part | undefined,
): readonly Part[] | undefined {
  const parts = text === undefined ? [] : text.split(separator).map(read);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

/** Returns the matching items in order, whole. */
export function matching(query: CosmosQuery, items: readonly JsonObject[]): readonly JsonObject[] {
  return items
    .filter((item) => query.tests.every((test) => passes(test, item[test.field])))
    .toSorted((a, b) => compare(query.order, a, b));
}

/** Returns an item with the selected fields only. */
export function projected({ fields }: CosmosQuery, item: JsonObject): JsonObject {
  if (fields === undefined) return item;
  const taken = fields.flatMap((field) => {
    const value = item[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(taken);
}

function fieldOf(text: string): string | undefined {
  const field = /^c\.(\w+)$/.exec(text)?.[1];
  return field === undefined || reserved.test(field) ? undefined : field;
}

function testOf(text: string, values: ReadonlyMap<string, JsonValue>): Test | undefined {
  const [, path = "", operator = "", name = ""] =
    /^(c\.\w+) (=|<|<=|>|>=) (@\w+)$/.exec(text) ?? [];
  const field = fieldOf(path);
  return field === undefined || !values.has(name)
    ? undefined
    : { field, operator, value: values.get(name) };
}

function orderOf(text: string): Order | undefined {
  const [, path = "", direction] = /^(c\.\w+)(?: (ASC|DESC))?$/.exec(text) ?? [];
  const field = fieldOf(path);
  return field === undefined ? undefined : { field, descends: direction === "DESC" };
}

function parametersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  const list = isJsonArray(value) ? value.filter(isJsonObject) : [];
  return new Map(
    list.map(({ name, value: each = null }) => [typeof name === "string" ? name : "", each]),
  );
}

function passes({ operator, value }: Test, found: JsonValue | undefined): boolean {
  if (operator === "=") return found === value;
  const difference = differenceOf(found, value);
  if (difference === undefined) return false;
  if (operator.endsWith("=") && difference === 0) return true;
  return operator.startsWith("<") ? difference < 0 : difference > 0;
}

/** Undefined for values of different or of unordered types. */
function differenceOf(a: JsonValue | undefined, b: JsonValue | undefined): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  return a === b ? 0 : a < b ? -1 : 1;
}

function compare(order: readonly Order[], a: JsonObject, b: JsonObject): number {
  for (const { field, descends } of order) {
    const difference = differenceOf(a[field], b[field]) ?? 0;
    if (difference !== 0) return descends ? -difference : difference;
  }
  return 0;
}
