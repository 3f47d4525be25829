import { digestOf, type JsonObject } from "@toolcourt/sdk";

export const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** As OpenAPI names them; with `json` the value travels as JSON text. */
export const parameterStyles = [
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "json",
] as const;
export type ParameterStyle = (typeof parameterStyles)[number];

/** Where one parameter goes. Its value is found under `place` and `name` of the arguments. */
export interface SentParameter {
  readonly place: "path" | "query" | "header";
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
}

/** The base address of an operation. Without an origin the operator must name one. */
export interface Base {
  readonly origin?: string;
  /** Starts with a slash unless it is empty, and never ends with one. */
  readonly path: string;
}

export interface SecurityNeed {
  /** The name the document gives the scheme. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** How an answer becomes the structured result: as it is, under the key `result`, or not at all. */
export type ResponseShape = "object" | "result" | "nothing";

/** Everything about sending that the schemas do not say. */
export interface HttpOperation {
  readonly method: Method;
  readonly base: Base;
  /** A template such as `/pets/{id}`; every name in braces is a parameter whose place is `path`. */
  readonly path: string;
  readonly parameters: readonly SentParameter[];
  /** The argument `body`, if there is one, travels in this media type. */
  readonly body?: { readonly contentType: string };
  /** Absent where the document does not describe an answer that can be read. */
  readonly response?: { readonly contentType?: string; readonly shape: ResponseShape };
  /** Any one of these suffices, and all needs of that one must be met. None means that nothing is asked for. */
  readonly security: readonly (readonly SecurityNeed[])[];
}

/** Where a draft came from, so that a reviewer can look at what was imported. */
export interface Provenance {
  readonly from: string;
  /** SHA-256 over the text of the document. */
  readonly documentDigest: string;
  /** A JSON Pointer to the operation. */
  readonly pointer: string;
  readonly edition: string;
  readonly title: string;
  readonly version: string;
}

/** What the import changed or left out, and where in the document it stands. */
export interface Note {
  readonly pointer: string;
  readonly message: string;
}

/** A tool that is written down and not approved yet. */
export interface Draft {
  /** An MCP tool object, with our terms in its `_meta`. */
  readonly tool: JsonObject;
  readonly operation: HttpOperation;
  readonly provenance: Provenance;
  readonly notes: readonly Note[];
}

/**
 * What an approval pins: the definition and how it is sent. The notes follow from both, and the rest of
 * the document may change without changing the operation.
 */
export function draftDigest({ tool, operation }: Pick<Draft, "tool" | "operation">): string {
  return digestOf({ tool, operation: operationJson(operation) });
}

/** How a draft is sent, as JSON: for stores, and for people who edit it. */
export function operationJson({
  parameters,
  base,
  body,
  response,
  ...rest
}: HttpOperation): JsonObject {
  return {
    method: rest.method,
    path: rest.path,
    base: { ...base },
    parameters: parameters.map((parameter) => ({ ...parameter })),
    ...(body === undefined ? {} : { body: { ...body } }),
    ...(response === undefined ? {} : { response: { ...response } }),
    security: rest.security.map((needs) => needs.map((need) => ({ ...need }))),
  };
}
