import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { type Applicable, applicableSchemas, type Budget } from "./applicable-schemas.ts";
import { type FieldFacts, factsOf, withItems } from "./field-facts.ts";
import { type Statement, statementOf } from "./statement.ts";

/** One place in the values of a schema: what is said of it, and what lies below. */
export interface Field {
  /** Name of the nearest property. Empty at the root. */
  readonly name: string;
  /** Name of the property above that one. Empty if there is none. */
  readonly owner: string;
  readonly statement: Statement;
  readonly facts: FieldFacts;
  readonly members: ReadonlyMap<string, Field>;
  /** Items, and members without a schema of their own. Undefined if the schema is silent on them. */
  readonly rest: Field | undefined;
  /** Whether values have nothing but what is below. */
  readonly isClosed: boolean;
}

/** More places than any real schema describes. */
const maxFields = 2_000;
const maxVisits = 40_000;

/**
 * Returns the places in the values of a schema as a graph, with cycles for recursive schemas. What
 * exceeds the limits counts as written by third parties.
 */
export function fieldsOf(root: JsonSchema): Field {
  const before = known.get(root);
  if (before !== undefined) return before;
  const fields = buildFields(root);
  known.set(root, fields);
  return fields;
}

// Several rules ask about the same schema.
const known = new WeakMap<JsonSchema, Field>();

function buildFields(root: JsonSchema): Field {
  const budget: Budget = { fields: maxFields, visits: maxVisits };
  const ids = new Map<JsonSchema, number>();
  const begun = new Map<string, Building>();
  const waiting: Building[] = [];

  const fieldFor = (place: Place): Field => {
    const key = keyOf(place, ids);
    const before = begun.get(key);
    if (before !== undefined) return before.field;
    const building = begin(place, root, budget);
    begun.set(key, building);
    waiting.push(building);
    return building.field;
  };

  const first = fieldFor({ name: "", owner: "", schemas: [{ schema: root, isSure: true }] });
  // The list grows during iteration; `for … of` sees the additions.
  for (const building of waiting) {
    const isWhole = fillIn(building, { budget, fieldFor });
    if (!isWhole) leaveOpen(building.field);
  }
  return first;
}

// What lies below was not looked at, and might be marked as written by third parties.
function leaveOpen(field: Draft): void {
  field.statement = cautious(field.statement);
  field.isClosed = false;
}

function cautious(statement: Statement): Statement {
  return { ...statement, origin: "third-party" };
}

interface Place {
  readonly name: string;
  readonly owner: string;
  readonly schemas: readonly Applicable[];
}

interface Draft extends Field {
  statement: Statement;
  rest: Field | undefined;
  facts: FieldFacts;
  isClosed: boolean;
  readonly members: Map<string, Field>;
}

interface Building {
  readonly field: Draft;
  readonly schemas: readonly Applicable[];
}

function begin({ name, owner, schemas: given }: Place, root: JsonSchema, budget: Budget): Building {
  budget.fields -= 1;
  const { schemas, isWhole } = applicableSchemas(given, root, budget);
  const statement = statementOf(schemas);
  const field: Draft = {
    name,
    owner,
    statement: isWhole ? statement : cautious(statement),
    facts: factsOf(schemas),
    members: new Map<string, Field>(),
    rest: undefined,
    isClosed: isWhole && schemas.some(isClosed),
  };
  return { field, schemas };
}

interface Filling {
  readonly budget: Budget;
  readonly fieldFor: (place: Place) => Field;
}

/** Adds what is below a field. Returns whether the budget allowed for all of it. */
function fillIn({ field, schemas }: Building, { budget, fieldFor }: Filling): boolean {
  const names = new Set(schemas.flatMap(({ schema }) => namesBelow(schema)));
  for (const name of names) {
    if (budget.fields <= 0 || budget.visits <= 0) return false;
    budget.visits -= schemas.length;
    const below = schemas.flatMap((each) => memberSchemas(each, name));
    const isIndex = /^\d+$/.test(name);
    const place = isIndex ? field : { name, owner: field.name };
    field.members.set(name, fieldFor({ name: place.name, owner: place.owner, schemas: below }));
  }
  const rest = schemas.flatMap(restSchemas);
  if (rest.length === 0) return true;
  if (budget.fields <= 0) return false;
  field.rest = fieldFor({ name: field.name, owner: field.owner, schemas: rest });
  field.facts = withItems(field.facts, field.rest.facts);
  return true;
}

function keyOf({ name, owner, schemas }: Place, ids: Map<JsonSchema, number>): string {
  const numbers = schemas.map(({ schema, isSure }) => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return `${id}${isSure ? "!" : "?"}`;
  });
  return JSON.stringify([name, owner, [...new Set(numbers)].toSorted()]);
}

function namesBelow(schema: JsonSchema): readonly string[] {
  const properties = own(schema, "properties");
  return [
    ...(isJsonObject(properties) ? Object.keys(properties) : []),
    ...tupleOf(schema).map((_, index) => String(index)),
  ];
}

function tupleOf(schema: JsonSchema): readonly JsonValue[] {
  for (const list of [own(schema, "prefixItems"), own(schema, "items")]) {
    if (isJsonArray(list)) return list;
  }
  return [];
}

function memberSchemas({ schema, isSure }: Applicable, name: string): readonly Applicable[] {
  const properties = own(schema, "properties");
  const direct = isJsonObject(properties) ? own(properties, name) : undefined;
  const value = direct ?? (/^\d+$/.test(name) ? tupleOf(schema)[Number(name)] : undefined);
  if (value !== undefined) return [{ schema: asSchema(value), isSure }];
  // Another schema names this member. What this one says of the rest may only add caution.
  return restSchemas({ schema, isSure: false });
}

const restKeywords = ["additionalProperties", "unevaluatedProperties", "items", "additionalItems"];

function restSchemas({ schema, isSure }: Applicable): readonly Applicable[] {
  const patterns = own(schema, "patternProperties");
  const values = [
    ...restKeywords.map((keyword) => own(schema, keyword)),
    ...(isJsonObject(patterns) ? Object.values(patterns) : []),
  ];
  return values.filter(isJsonObject).map((each) => ({ schema: each, isSure }));
}

const anything: JsonObject = {};

function asSchema(value: JsonValue): JsonSchema {
  return isJsonObject(value) ? value : anything;
}

const scalars: readonly JsonValue[] = ["string", "number", "integer", "boolean", "null"];

// A schema that only may apply closes nothing.
function isClosed({ schema, isSure }: Applicable): boolean {
  if (!isSure) return false;
  const type = own(schema, "type");
  const types = isJsonArray(type) ? type : [type];
  if (types.every((each) => each !== undefined && scalars.includes(each))) return true;
  if (types.some((each) => each === "array")) return false;
  return ["additionalProperties", "unevaluatedProperties"].some(
    (keyword) => own(schema, keyword) === false,
  );
}
