import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { pointerToken } from "../../contract/pointer.ts";
import { dereferenced, isOfType, typesOf } from "../schema-shape.ts";

/** A place in a value that its schema does not allow. */
export interface Misfit {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Checks a value against a schema without a validator. Covers types and enum values at the top and
 * one level down, required keys and unknown keys. Constructs it does not understand pass.
 * References resolve against `root`, the document that contains the schema.
 */
export function misfits(
  value: JsonValue,
  given: JsonSchema,
  root: JsonSchema = given,
): readonly Misfit[] {
  const schema = dereferenced(given, root);
  const wrong = misfitOf(value, schema);
  if (wrong !== undefined) return [{ pointer: "", message: wrong }];
  if (!isJsonObject(value)) return [];
  const found = [
    ...missing(value, schema),
    ...unknown(value, schema),
    ...below(value, schema, root),
  ];
  return found.length > 0 ? found : alternatives(value, schema, root);
}

function misfitOf(value: JsonValue, schema: JsonSchema): string | undefined {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return "Give a value of the type that the schema names.";
  }
  const listed = own(schema, "enum");
  const isPlain = typeof value !== "object" || value === null;
  if (isPlain && isJsonArray(listed) && !listed.includes(value)) {
    return "Give one of the values that the schema lists.";
  }
  return undefined;
}

function missing(value: JsonObject, schema: JsonSchema): readonly Misfit[] {
  const required = own(schema, "required");
  if (!isJsonArray(required)) return [];
  return required
    .filter((key) => typeof key === "string")
    .filter((key) => !Object.hasOwn(value, key) && !isFilledIn(key, schema))
    .map((key) => ({
      pointer: pointerToken(key),
      message: "Add the key: the schema requires it.",
    }));
}

// Defaults are applied before the check, and the host injects its values at call time. An example
// need not give either.
function isFilledIn(key: string, schema: JsonSchema): boolean {
  const property = own(propertiesIn(schema), key);
  if (!isJsonObject(property)) return false;
  return Object.hasOwn(property, "default") || own(property, "x-host-injected") === true;
}

function unknown(value: JsonObject, schema: JsonSchema): readonly Misfit[] {
  if (own(schema, "additionalProperties") !== false || Object.hasOwn(schema, "patternProperties")) {
    return [];
  }
  const known = propertiesIn(schema);
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => ({
      pointer: pointerToken(key),
      message: "Remove the key: the schema does not know it.",
    }));
}

function below(value: JsonObject, schema: JsonSchema, root: JsonSchema): readonly Misfit[] {
  return Object.entries(propertiesIn(schema)).flatMap(([key, property]) => {
    const given = own(value, key);
    if (given === undefined || !isJsonObject(property)) return [];
    const message = misfitOf(given, dereferenced(property, root));
    return message === undefined ? [] : [{ pointer: pointerToken(key), message }];
  });
}

function alternatives(value: JsonObject, schema: JsonSchema, root: JsonSchema): readonly Misfit[] {
  const choices = own(schema, "oneOf") ?? own(schema, "anyOf");
  if (!isJsonArray(choices) || !choices.every(isJsonObject)) return [];
  // A choice with a `$ref` may be recursive, so we accept it instead of following it.
  const fits = choices.some(
    (choice) => Object.hasOwn(choice, "$ref") || misfits(value, choice, root).length === 0,
  );
  return fits ? [] : [{ pointer: "", message: "Give a value that fits one of the alternatives." }];
}

function propertiesIn(schema: JsonSchema): JsonObject {
  const properties = own(schema, "properties");
  return isJsonObject(properties) ? properties : {};
}
