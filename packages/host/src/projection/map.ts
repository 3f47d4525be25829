import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { below, type Codec, ProjectionFault, type Scope } from "./codec.ts";
import { describe, withNote } from "./wording.ts";

/** Returns whether an object has arbitrary names with values of one kind. */
export function isMap(schema: JsonSchema): boolean {
  const values = own(schema, "additionalProperties");
  const others = ["properties", "patternProperties", "required"];
  const isAlone = others.every((key) => isEmpty(own(schema, key)));
  return isJsonObject(values) && Object.keys(values).length > 0 && isAlone;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Projects such an object as a list of names and values: strict providers require known names. */
export function map(schema: JsonSchema, scope: Scope): Codec {
  const values = scope.compile(own(schema, "additionalProperties"), below(below(scope)));
  const entry: JsonSchema = {
    type: "object",
    properties: { name: { type: "string" }, value: values.schema },
    required: ["name", "value"],
    additionalProperties: false,
  };
  const shown = { type: "array", ...describe(schema), items: entry };
  return {
    schema: withNote(shown, "Each name once."),
    shows: new Set(["array"]),
    takes: new Set(["object"]),
    isSame: false,
    hasText: values.hasText,
    project: (value) => (isJsonObject(value) ? entriesOf(value, values) : value),
    restore: (value) => (isJsonArray(value) ? membersOf(value, values) : value),
  };
}

function entriesOf(value: JsonObject, { project }: Codec): JsonArray {
  return Object.entries(value).map(([name, one]) => ({ name, value: project(one) }));
}

function membersOf(entries: JsonArray, { restore }: Codec): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const entry of entries) {
    const name = isJsonObject(entry) ? own(entry, "name") : undefined;
    const value = isJsonObject(entry) ? own(entry, "value") : undefined;
    // A duplicate name is ambiguous.
    if (typeof name !== "string" || value === undefined || members.has(name)) {
      throw new ProjectionFault();
    }
    members.set(name, restore(value));
  }
  return Object.fromEntries(members);
}
