import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import type { HttpOperation } from "../draft.ts";
import { bundleNear } from "./bundle.ts";
import type { Definitions, Translated } from "./definitions.ts";
import { ImportProblem } from "./import-problem.ts";
import { concreteMediaType } from "./media-types.ts";
import type { Operation } from "./operation.ts";
import { declaredResponse } from "./response.ts";

export interface Output {
  readonly schema?: JsonSchema;
  readonly response?: HttpOperation["response"];
}

/**
 * The output schema of an operation. One that cannot be imported is left out and noted: the rules then
 * find it missing, and whoever approves the draft can write it.
 */
export function outputOf(operation: Operation, input: JsonSchema): Output {
  try {
    return describedOutput(operation, input);
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    operation.note({
      pointer: error.pointer === "" ? `${operation.self.pointer}/responses` : error.pointer,
      message: `The output schema is left out. ${error.message}`,
    });
    return {};
  }
}

function describedOutput(operation: Operation, input: JsonSchema): Output {
  const { outputs, note, self } = operation;
  const declared = declaredResponse(operation);
  if (declared.kind === "undescribed") return {};
  if (declared.kind === "nothing") return { schema: empty, response: { shape: "nothing" } };
  const translated = outputs.translate(declared.schema);
  const isObject = describesObject(translated.schema, outputs, 0);
  const root = isObject ? translated : wrapped(translated);
  const { schema, isCut } = bundleNear(root, outputs, input);
  if (isCut) {
    const message = "The output schema is open where it would be too large to be looked at.";
    note({ pointer: `${self.pointer}/responses`, message });
  }
  const contentType = concreteMediaType(declared.contentType);
  return {
    // The protocol wants the type at the root, also where a reference says it already.
    schema: { ...schema, type: "object" },
    response: { contentType, shape: isObject ? "object" : "result" },
  };
}

const empty: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/** A structured result is an object, so anything else travels under a key. */
function wrapped({ schema, ...rest }: Translated): Translated {
  return {
    ...rest,
    schema: {
      type: "object",
      properties: { result: schema },
      required: ["result"],
      additionalProperties: false,
    },
  };
}

const mostHops = 32;

/** What is known of each schema, so that alternatives of alternatives are looked at once. */
const known = new WeakMap<JsonSchema, boolean>();

/** Whether every value that a schema takes is an object. In doubt it is not. */
function describesObject(schema: JsonValue, definitions: Definitions, hops: number): boolean {
  if (!isJsonObject(schema) || hops > mostHops) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // A schema that comes back to itself has said nothing yet.
  known.set(schema, false);
  const isObject = looksLikeObject(schema, definitions, hops);
  known.set(schema, isObject);
  return isObject;
}

function looksLikeObject(schema: JsonSchema, definitions: Definitions, hops: number): boolean {
  const type = own(schema, "type");
  if (type !== undefined) return type === "object";
  const reference = own(schema, "$ref");
  const again = (each: JsonValue): boolean => describesObject(each, definitions, hops + 1);
  if (typeof reference === "string") {
    return again(definitions.named(reference.slice("#/$defs/".length)).schema);
  }
  return describesObjectByParts(schema, again);
}

function describesObjectByParts(schema: JsonSchema, again: (part: JsonValue) => boolean): boolean {
  const parts = own(schema, "allOf");
  if (isJsonArray(parts)) return parts.some(again);
  const ways = own(schema, "oneOf") ?? own(schema, "anyOf");
  if (isJsonArray(ways)) return ways.length > 0 && ways.every(again);
  // Nobody lists the properties of what is no object.
  return isJsonObject(own(schema, "properties"));
}
