import { isJsonObject, type JsonObject, own, type Place, step } from "@toolcourt/sdk";
import { followToObject } from "./follow.ts";
import { describedTypes, jsonMediaType, textsIn } from "./media-types.ts";
import type { Operation } from "./operation.ts";

export type DeclaredResponse =
  | { readonly kind: "described"; readonly schema: Place; readonly contentType: string }
  | { readonly kind: "nothing" }
  /** The document declares a success without describing its content. */
  | { readonly kind: "undescribed" };

/** Returns the success response of an operation: the first one with a schema, ordered by status. */
export function declaredResponse(operation: Operation): DeclaredResponse {
  const { self } = operation;
  const responses = own(self.value, "responses");
  if (!isJsonObject(responses)) return { kind: "undescribed" };
  const codes = Object.keys(responses)
    .filter((code) => /^2(?:\d\d|XX)$/i.test(code))
    .toSorted();
  const found = codes.map((code) => {
    const at = {
      value: responses[code] ?? null,
      pointer: `${self.pointer}/responses${step(code)}`,
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
  const at = `${pointer}/content${step(contentType)}/schema`;
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
