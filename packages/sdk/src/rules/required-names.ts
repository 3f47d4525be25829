import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { type SchemaPlace, subschemas } from "../contract/walk.ts";
import type { Remark } from "./rule.ts";

/** Yields the problems in the `required` lists of a schema. */
export function* requiredProblems(root: JsonSchema): Generator<Remark> {
  for (const { schema, pointer } of subschemas(root)) {
    const message = problemOf({ schema, pointer }, own(schema, "required"));
    if (message !== undefined) yield { pointer: `${pointer}/required`, message };
  }
}

function problemOf(place: SchemaPlace, required: JsonValue | undefined): string | undefined {
  if (required === undefined) return undefined;
  if (!isJsonArray(required)) {
    return "Write `required` as a list of names beside `properties`, not inside a property.";
  }
  if (required.some((name) => typeof name !== "string")) return "List required names as strings.";
  if (new Set(required).size !== required.length) return "List every required name once.";
  return unknownNames(place, required).length === 0
    ? undefined
    : "Declare every required name under `properties`, or take it off the list.";
}

// A branch may require a property declared by its parent. So we check only the root, and schemas
// outside branches with their own properties.
function unknownNames(
  { schema, pointer }: SchemaPlace,
  required: readonly JsonValue[],
): readonly JsonValue[] {
  const properties = own(schema, "properties");
  const declared = isJsonObject(properties) ? properties : {};
  const isHeld = pointer === "" || (isJsonObject(properties) && !insideBranch.test(pointer));
  if (!isHeld || composed.some((keyword) => own(schema, keyword) !== undefined)) return [];
  return required.filter((name) => typeof name === "string" && !Object.hasOwn(declared, name));
}

const insideBranch =
  /\/(?:allOf|anyOf|oneOf|not|if|then|else|dependentSchemas|dependencies)(?:\/|$)/;
const composed = ["allOf", "anyOf", "oneOf", "$ref", "patternProperties", "if"];
