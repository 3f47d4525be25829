import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { digestOf, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { AnswerMeanings, CodeMeaning } from "../../boundary/egress/answer-meanings.ts";

export const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Styles of OpenAPI. With `json` the value is sent as JSON text. */
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

/** Where and how one parameter is sent. */
export interface SentParameter {
  readonly place: "path" | "query" | "header";
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** JSON Pointer to its value in the arguments. Default: `place` and `name`. */
  readonly from?: string;
}

/** A text of pieces. A piece is left out if the arguments of its holes are. */
export type JoinedText = { readonly join: readonly string[] };

/** A text sent with every call. Holes such as `{city}` are filled with arguments. */
export interface SentText {
  readonly place: "query" | "header";
  readonly name: string;
  readonly text: string | JoinedText;
}

/** How to find the next page of a list. */
export type NextPage =
  /** The body contains a link to it. */
  | { readonly kind: "link"; readonly pointer: string }
  /** The `Link` header with the relation `next`. */
  | { readonly kind: "header" }
  /** The body contains a cursor, sent back in the query. */
  | { readonly kind: "cursor"; readonly pointer: string; readonly parameter: string }
  /** The body contains a cursor, sent back in the body of the request, at a JSON Pointer. */
  | { readonly kind: "body-cursor"; readonly pointer: string; readonly body: string }
  /** The query contains the number of items read. */
  | {
      readonly kind: "offset";
      readonly parameter: string;
      readonly counts: "items" | "pages";
      readonly start: number;
    };

/** Upper limits for any operation. */
export const maxPagesLimit = 100;
export const maxItemsLimit = 100_000;

export interface Paging {
  /** JSON Pointer to the list within each page. */
  readonly items: string;
  readonly next: NextPage;
  readonly maxPages: number;
  readonly maxItems: number;
}

/** Upper limits for any operation. */
export const maxPollsLimit = 100;
export const maxPollWays = 8;

/** One way to follow an operation to its end: where its state is, and where its result. */
export interface PollWay {
  /**
   * The header with the address of the state. The operation goes on if its answer has it, and is a
   * 202 or `status` is given. Default: the resource of the request has the state.
   */
  readonly header?: string;
  /** JSON Pointer to the state, a text. Default: every status but 202 is the end. */
  readonly status?: string;
  /** States of success, in any case. Every state in neither list is on the way. */
  readonly done?: readonly string[];
  readonly failed?: readonly string[];
  /**
   * The address of the result: a header, or a JSON Pointer into the last state. Default, and if the
   * header does not come: the last state is the result.
   */
  readonly final?: string;
  /** The result is the resource of the request, read again. Default: see `final`. */
  readonly reread?: true;
}

/** How an operation that ends after its answer is followed. */
export interface Polling extends PollWay {
  readonly maxPolls: number;
  /** Further ways. The first that fits the answer is taken. Default: none. */
  readonly or?: readonly PollWay[];
}

/** Upper limit for any operation. */
export const maxDaysLimit = 3_660;

/** Two arguments that are the first and the last day of a period. Both are JSON Pointers. */
export interface Period {
  readonly from: string;
  readonly to: string;
  /** Both days included. */
  readonly maxDays: number;
}

/** Requirements on the connection: JSON Pointers into the arguments, and a literal tier. */
export interface WantedOfConnection {
  /** By level name, such as `subscription`. */
  readonly scope?: Readonly<Record<string, string>>;
  /** Levels that only narrow the others. Default: none. */
  readonly optional?: readonly string[];
  /** Levels whose ids the provider compares without regard to case. Default: none. */
  readonly ignoreCase?: readonly string[];
  readonly tier?: string;
}

/** The base address of an operation. Without an origin the operator must configure one. */
export interface Base {
  readonly origin?: string;
  /** Starts with a slash unless empty, and never ends with one. */
  readonly path: string;
}

export interface SecurityNeed {
  /** The scheme's name in the document. */
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/**
 * How an answer becomes the structured result: unchanged, under the key `result`, or not at all.
 */
export type ResponseShape = "object" | "result" | "nothing";

/** Takes fields of each item of a list. All texts are JSON Pointers, those of `take` into the item. */
export type EachSource = {
  readonly each: string;
  readonly take: Readonly<Record<string, string>>;
};

/**
 * Takes fields of the rows of a table, by the names of its columns. Of several names, the first that
 * the table has. Columns are texts, or objects with a `name`.
 */
export type TableSource = {
  readonly table: { readonly columns: string; readonly rows: string };
  readonly take: Readonly<Record<string, string | readonly string[]>>;
};

/** The source of a result field in the answer. A text is a JSON Pointer. */
export type FieldSource = string | EachSource | TableSource;

/** The request definition: everything that the schemas do not cover. */
export interface HttpOperation {
  readonly method: Method;
  readonly base: Base;
  /** A template such as `/pets/{id}`. Every name in braces is a parameter with the place `path`. */
  readonly path: string;
  readonly parameters: readonly SentParameter[];
  readonly texts?: readonly SentText[];
  /** Media type of the argument `body`, or of the template with its holes filled. */
  readonly body?: { readonly contentType: string; readonly template?: JsonValue };
  /** Unset if the document describes no readable answer. */
  readonly response?: {
    readonly contentType?: string;
    readonly shape: ResponseShape;
    /** Maps result fields to their sources in the answer. Default: the whole answer. */
    readonly fields?: Readonly<Record<string, FieldSource>>;
    /** The result of an answer without content (204). Default: as for any other answer. */
    readonly empty?: JsonObject;
  };
  /** What the target's own error codes and headers mean. Default: only built-in meanings. */
  readonly answers?: AnswerMeanings;
  readonly paging?: Paging;
  readonly polling?: Polling;
  /** The period that a call may ask for. Default: any. */
  readonly period?: Period;
  readonly connection?: WantedOfConnection;
  /** Header that makes a writing call safe to retry. */
  readonly idempotency?: string;
  /** Stage of a discovery that the call belongs to. Its result then describes the discovery. */
  readonly discovery?: { readonly stage: string };
  /** Alternatives: one of them suffices, with all of its needs. Empty: no authentication. */
  readonly security: readonly (readonly SecurityNeed[])[];
}

/** The origin of a draft, for reviewers. */
export interface Provenance {
  readonly from: string;
  /** SHA-256 of the document text. */
  readonly documentDigest: string;
  /** JSON Pointer to the operation. */
  readonly pointer: string;
  readonly edition: string;
  readonly title: string;
  readonly version: string;
  /** The service that gave the document. Default: a file. */
  readonly source?: SourceOrigin;
  /** Where each field was read in a scanned document. Default: it was not scanned. */
  readonly fields?: readonly FieldOrigin[];
}

/** A document from a service that the configuration names. */
export interface SourceOrigin {
  readonly name: string;
  /** The row of an index, as the index describes it. */
  readonly row?: {
    readonly id: string;
    readonly title?: string;
    readonly version?: string;
    readonly url?: string;
    readonly score?: number;
  };
  /** SHA-256 of the scanned file. */
  readonly scan?: string;
}

/** Below this confidence a reviewer must compare the field with the document. */
export const minConfidence = 0.9;

/** The place of one field in a scanned document. */
export interface FieldOrigin {
  /** For example `description` or `parameter id`. */
  readonly field: string;
  readonly page: number;
  /** For example `paragraph 3`, as the service counts. */
  readonly element: string;
  readonly text: string;
  /** The lowest confidence of its words, from 0 to 1. */
  readonly confidence: number;
}

/** A change or omission by the import, and its position in the document. */
export interface Note {
  readonly pointer: string;
  readonly message: string;
}

/** A tool definition that is not approved yet. */
export interface Draft {
  /** An MCP tool object with our terms in its `_meta`. */
  readonly tool: JsonObject;
  readonly operation: HttpOperation;
  readonly provenance: Provenance;
  readonly notes: readonly Note[];
}

/**
 * Computes the digest that an approval pins: definition and request. Notes derive from both. The
 * rest of the document may change without affecting it.
 */
export function draftDigest({ tool, operation }: Pick<Draft, "tool" | "operation">): string {
  return digestOf({ tool, operation: operationJson(operation) });
}

/** Returns the request definition as JSON, for stores and for editing. */
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

/** Leaves out absent fields, so that operations without them keep their digest. */
function extrasJson({
  texts,
  answers,
  paging,
  polling,
  period,
  connection,
  idempotency,
  discovery,
}: Partial<HttpOperation>): JsonObject {
  return {
    ...(texts === undefined ? {} : { texts: texts.map((text) => ({ ...text })) }),
    ...(answers === undefined ? {} : { answers: answersJson(answers) }),
    ...(paging === undefined ? {} : { paging: { ...paging, next: { ...paging.next } } }),
    ...(polling === undefined ? {} : { polling: pollingJson(polling) }),
    ...(period === undefined ? {} : { period: { ...period } }),
    ...(connection === undefined ? {} : { connection: connectionJson(connection) }),
    ...defined({ idempotency }),
    ...(discovery === undefined ? {} : { discovery: { ...discovery } }),
  };
}

function pollingJson({ or, ...first }: Polling): JsonObject {
  return { ...first, ...(or === undefined ? {} : { or: or.map((way) => ({ ...way })) }) };
}

function answersJson({ codes, quota, partial }: AnswerMeanings): JsonObject {
  return {
    ...(codes === undefined
      ? {}
      : { codes: Object.fromEntries(Object.entries(codes).map(codeJson)) }),
    ...(quota === undefined ? {} : { quota: { ...quota } }),
    ...(partial === undefined ? {} : { partial: { ...partial } }),
  };
}

function codeJson([code, meaning]: readonly [string, CodeMeaning]): [string, JsonValue] {
  return [code, typeof meaning === "string" ? meaning : { ...meaning }];
}

function connectionJson({ scope, optional, ignoreCase, ...plain }: WantedOfConnection): JsonObject {
  return {
    ...plain,
    ...(scope === undefined ? {} : { scope: { ...scope } }),
    ...(optional === undefined ? {} : { optional: [...optional] }),
    ...(ignoreCase === undefined ? {} : { ignoreCase: [...ignoreCase] }),
  };
}
