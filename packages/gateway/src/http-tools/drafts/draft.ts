import { digestOf, type JsonObject, type JsonValue } from "@toolcourt/sdk";

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

/** Where one parameter goes. */
export interface SentParameter {
  readonly place: "path" | "query" | "header";
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** A JSON Pointer to its value among the arguments. Absent: it is found under `place` and `name`. */
  readonly from?: string;
}

/** A text that is sent with every call. Its holes, such as `{city}`, are filled with arguments. */
export interface SentText {
  readonly place: "query" | "header";
  readonly name: string;
  readonly text: string;
}

/** How the next page of a list is found. */
export type NextPage =
  /** The body has a link to it. */
  | { readonly kind: "link"; readonly pointer: string }
  /** The header `Link` has one, with the relation `next`. */
  | { readonly kind: "header" }
  /** The body has a word that the query gives back. */
  | { readonly kind: "cursor"; readonly pointer: string; readonly parameter: string }
  /** The query counts what was read. */
  | {
      readonly kind: "offset";
      readonly parameter: string;
      readonly counts: "items" | "pages";
      readonly start: number;
    };

/** However many an operation asks for. */
export const mostPages = 100;
export const mostItems = 100_000;

export interface Paging {
  /** A JSON Pointer to the list in every page. */
  readonly items: string;
  readonly next: NextPage;
  readonly maxPages: number;
  readonly maxItems: number;
}

/** What of the arguments a connection must be good for, as JSON Pointers or, for the tier, a word. */
export interface WantedOfConnection {
  /** By the name of the level, such as `subscription`. */
  readonly scope?: Readonly<Record<string, string>>;
  readonly tier?: string;
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
  readonly texts?: readonly SentText[];
  /** The argument `body`, if there is one, travels in this media type; or the template with its holes filled. */
  readonly body?: { readonly contentType: string; readonly template?: JsonValue };
  /** Absent where the document does not describe an answer that can be read. */
  readonly response?: {
    readonly contentType?: string;
    readonly shape: ResponseShape;
    /** What becomes of the answer: by field, a JSON Pointer into it. Absent: all of it, as it is. */
    readonly fields?: Readonly<Record<string, string>>;
  };
  readonly paging?: Paging;
  readonly connection?: WantedOfConnection;
  /** The header that makes a call that changes something safe to repeat. */
  readonly idempotency?: string;
  /** What the call is a step of, where it discovers something: its result then tells about the discovery. */
  readonly discovery?: { readonly stage: string };
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
  security,
  ...rest
}: HttpOperation): JsonObject {
  return {
    method: rest.method,
    path: rest.path,
    base: { ...base },
    parameters: parameters.map((parameter) => ({ ...parameter })),
    ...(body === undefined ? {} : { body: { ...body } }),
    ...(response === undefined ? {} : { response: responseJson(response) }),
    ...extrasJson(rest),
    security: security.map((needs) => needs.map((need) => ({ ...need }))),
  };
}

function responseJson({ fields, ...plain }: NonNullable<HttpOperation["response"]>): JsonObject {
  return { ...plain, ...(fields === undefined ? {} : { fields: { ...fields } }) };
}

/** What is absent is left out, so that an operation that has none of it keeps its digest. */
function extrasJson({
  texts,
  paging,
  connection,
  idempotency,
  discovery,
}: Partial<HttpOperation>): JsonObject {
  return {
    ...(texts === undefined ? {} : { texts: texts.map((text) => ({ ...text })) }),
    ...(paging === undefined ? {} : { paging: { ...paging, next: { ...paging.next } } }),
    ...(connection === undefined ? {} : { connection: connectionJson(connection) }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(discovery === undefined ? {} : { discovery: { ...discovery } }),
  };
}

function connectionJson({ scope, ...plain }: WantedOfConnection): JsonObject {
  return { ...plain, ...(scope === undefined ? {} : { scope: { ...scope } }) };
}
