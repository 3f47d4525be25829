import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  type Place,
  pointerToken,
} from "@toolcourt/sdk";
import type { HttpOperation } from "../draft.ts";
import { concreteMediaType, describedTypes, jsonMediaType, textsIn } from "../media-type.ts";
import { bundleNear } from "./bundle.ts";
import type { Definitions, Translated } from "./definitions.ts";
import { followToObject, ImportProblem } from "./follow.ts";
import { addNote, type Operation } from "./operation.ts";

export interface Output {
  readonly schema?: JsonSchema;
  readonly response?: HttpOperation["response"];
}

type DeclaredResponse =
  | { readonly kind: "described"; readonly schema: Place; readonly contentType: string }
  | { readonly kind: "nothing" }
  /** The document declares a success without describing its content. */
  | { readonly kind: "undescribed" };

/**
 * Builds the output schema. One that cannot be imported is left out with a note. The rules then
 * report it as missing, and the approver can add it.
 */
export function outputOf(operation: Operation, input: JsonSchema): Output {
  try {
    return describedOutput(operation, input);
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    addNote(operation.notes, {
      pointer: error.pointer === "" ? `${operation.self.pointer}/responses` : error.pointer,
      message: `The output schema is left out. ${error.message}`,
    });
    return {};
  }
}

function describedOutput(operation: Operation, input: JsonSchema): Output {
  const { outputs, notes, self } = operation;
  const declared = declaredResponse(operation);
  if (declared.kind === "undescribed") return {};
  if (declared.kind === "nothing") return { schema: empty, response: { shape: "nothing" } };
  const translated = outputs.translate(declared.schema);
  const isObject = describesObject(translated.schema, outputs, 0);
  const root = isObject ? translated : wrapped(translated);
  const { schema, isCut } = bundleNear(root, outputs, input);
  if (isCut) {
    const message = "The output schema is open where it would be too large to be looked at.";
    addNote(notes, { pointer: `${self.pointer}/responses`, message });
  }
  const contentType = concreteMediaType(declared.contentType);
  return {
    // MCP requires the type at the root, even if a reference implies it.
    schema: { ...schema, type: "object" },
    response: { contentType, shape: isObject ? "object" : "result" },
  };
}

const empty: JsonSchema = { type: "object", properties: {}, additionalProperties: false };

/** Wraps other values under a key, since a structured result is an object. */
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

const maxHops = 32;

/** Cache, so that nested alternatives are visited once. */
const known = new WeakMap<JsonSchema, boolean>();

/** Reports whether a schema accepts only objects. If in doubt, it does not. */
function describesObject(schema: JsonValue, definitions: Definitions, hops: number): boolean {
  if (!isJsonObject(schema) || hops > maxHops) return false;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Breaks cycles: a recursive schema counts as no object until proven.
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
  // A schema with `properties` is meant for an object.
  return isJsonObject(own(schema, "properties"));
}

/** Returns the success response of an operation: the first one with a schema, ordered by status. */
function declaredResponse(operation: Operation): DeclaredResponse {
  const { self } = operation;
  const responses = own(self.value, "responses");
  if (!isJsonObject(responses)) return { kind: "undescribed" };
  const codes = Object.keys(responses)
    .filter((code) => /^2(?:\d\d|XX)$/i.test(code))
    .toSorted();
  const found = codes.map((code) => {
    const at = {
      value: responses[code] ?? null,
      pointer: `${self.pointer}/responses${pointerToken(code)}`,
    };
    return responseAt(operation, followToObject(operation.document.root, at));
  });
  return (
    found.find(({ kind }) => kind === "described") ??
    found.find(({ kind }) => kind === "undescribed") ??
    found[0] ?? { kind: "undescribed" }
  );
}

function responseAt(operation: Operation, response: Place<JsonObject>): DeclaredResponse {
  return operation.document.edition === "2.0"
    ? oldResponse(operation, response)
    : contentOf(response);
}

function contentOf({ value, pointer }: Place<JsonObject>): DeclaredResponse {
  const content = own(value, "content");
  if (!isJsonObject(content) || Object.keys(content).length === 0) return { kind: "nothing" };
  const contentType = jsonMediaType(describedTypes(content));
  const media = contentType === undefined ? undefined : own(content, contentType);
  const schema = isJsonObject(media) ? own(media, "schema") : undefined;
  if (contentType === undefined || schema === undefined) return { kind: "undescribed" };
  const at = `${pointer}/content${pointerToken(contentType)}/schema`;
  return { kind: "described", schema: { value: schema, pointer: at }, contentType };
}

function oldResponse({ self, document }: Operation, response: Place<JsonObject>): DeclaredResponse {
  const schema = own(response.value, "schema");
  if (schema === undefined) return { kind: "nothing" };
  const stated = textsIn(own(self.value, "produces") ?? own(document.root, "produces"));
  const contentType = stated.length === 0 ? "application/json" : jsonMediaType(stated);
  if (contentType === undefined) return { kind: "undescribed" };
  const place = { value: schema, pointer: `${response.pointer}/schema` };
  return { kind: "described", schema: place, contentType };
}
