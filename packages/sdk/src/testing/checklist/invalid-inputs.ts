import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "../../contract/json.ts";
import { pointerToken } from "../../contract/pointer.ts";

/** An input that the contract forbids, and its flaw. */
export interface InvalidInput {
  readonly flaw: string;
  readonly input: JsonValue;
}

type Put = (value: JsonValue) => JsonValue;

interface Place {
  readonly schema: JsonSchema;
  readonly pointer: string;
  /** Returns the whole input with another value at this place. */
  readonly put: Put;
}

/** Maximum probe length. Longer lists and texts cost more than they prove. */
const maxProbe = 100_000;

/**
 * Yields variations of a valid input that its schema certainly forbids. One has an unknown key. The
 * others have a member that is missing, mistyped or out of bounds.
 */
export function* invalidInputs(schema: JsonSchema, valid: JsonObject): Generator<InvalidInput> {
  yield { flaw: "no object", input: "text" };
  yield* invalidObjects({ schema, pointer: "", put: (value) => value }, valid);
}

function* invalidObjects(place: Place, valid: JsonObject): Generator<InvalidInput> {
  const { schema, pointer, put } = place;
  if (schema["additionalProperties"] === false) {
    const unknown = { ...valid, "x-unknown": true };
    yield { flaw: `unknown key at ${pointer || "/"}`, input: put(unknown) };
  }
  for (const name of namesIn(schema["required"])) {
    const rest = Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));
    yield { flaw: `missing ${pointer}${pointerToken(name)}`, input: put(rest) };
  }
  for (const [name, member] of membersOf(schema)) {
    const at: Place = {
      schema: member,
      pointer: pointer + pointerToken(name),
      put: (value) => put({ ...valid, [name]: value }),
    };
    yield* invalidMembers(at, valid[name]);
  }
}

function* invalidMembers(place: Place, valid: JsonValue | undefined): Generator<InvalidInput> {
  const { schema, pointer, put } = place;
  const { type } = schema;
  if (typeof type !== "string") return;
  for (const value of Object.hasOwn(wrongTypes, type) ? [wrongTypes[type]] : []) {
    if (value !== undefined) yield { flaw: `wrong type at ${pointer}`, input: put(value) };
  }
  for (const value of outOfBounds(schema, valid)) {
    yield { flaw: `out of bounds at ${pointer}`, input: put(value) };
  }
  if (isJsonObject(valid)) yield* invalidObjects(place, valid);
}

const wrongTypes: Readonly<Record<string, JsonValue>> = {
  string: 12_345,
  number: "text",
  integer: "text",
  boolean: "text",
  object: [],
  array: {},
  null: "text",
};

function* outOfBounds(schema: JsonSchema, valid: JsonValue | undefined): Generator<JsonValue> {
  if (isJsonArray(schema["enum"])) yield "no such choice, surely";
  yield* numbersOutside(schema);
  for (const length of countsOutside(schema["minLength"], schema["maxLength"])) {
    yield "x".repeat(length);
  }
  const [member = null] = isJsonArray(valid) ? valid : [];
  for (const length of countsOutside(schema["minItems"], schema["maxItems"])) {
    yield Array.from({ length }, () => member);
  }
}

function* countsOutside(min: JsonValue | undefined, max: JsonValue | undefined): Generator<number> {
  if (typeof min === "number" && min > 0 && min <= maxProbe) yield min - 1;
  if (typeof max === "number" && max <= maxProbe) yield max + 1;
}

function* numbersOutside(schema: JsonSchema): Generator<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number") yield below(minimum);
  if (typeof maximum === "number") yield -below(-maximum);
  if (typeof exclusiveMinimum === "number") yield exclusiveMinimum;
  if (typeof exclusiveMaximum === "number") yield exclusiveMaximum;
}

// Neighboring large doubles are more than one apart.
function below(bound: number): number {
  return bound - Math.max(1, Math.abs(bound) * 2 ** -50);
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function membersOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isJsonObject(member) ? [[name, member] as const] : [],
  );
}
