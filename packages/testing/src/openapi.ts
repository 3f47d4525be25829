import type { Draft } from "@toolcourt/gateway/internal/http-tools/drafts/draft";
import {
  type Imported,
  importOpenApi,
} from "@toolcourt/gateway/internal/http-tools/drafts/openapi/import-openapi";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "@toolcourt/sdk";

/** Imports a document with these members and the required ones. */
export function imported(document: JsonObject): Exclude<Imported, { kind: "unreadable" }> {
  const about = { info: { title: "Pets", version: "1.0" } };
  const edition = document["swagger"] === undefined ? { openapi: "3.0.3" } : {};
  const whole = { ...edition, ...about, ...document };
  const reading = importOpenApi(JSON.stringify(whole), { from: "pets.json" });
  if (reading.kind === "unreadable") throw new TypeError(reading.reason);
  return reading;
}

export interface OperationOptions {
  readonly verb?: string;
  readonly path?: string;
  /** Additional members of the document. Default: none. */
  readonly document?: JsonObject;
}

/** Imports a document with one operation. */
export function importedOperation(
  operation: JsonObject,
  { verb = "get", path = "/pets", document = {} }: OperationOptions = {},
): Exclude<Imported, { kind: "unreadable" }> {
  return imported({ ...document, paths: { [path]: { [verb]: operation } } });
}

/** Returns the only draft of a document with one operation. */
export function draftOfOperation(operation: JsonObject, options: OperationOptions = {}): Draft {
  const { drafts, notImported } = importedOperation(operation, options);
  const [draft] = drafts;
  if (draft === undefined) throw new TypeError(notImported[0]?.reason);
  return draft;
}

/** Returns the input or output schema of a draft. */
export function schemaOf({ tool }: Draft, key: "inputSchema" | "outputSchema"): JsonSchema {
  const schema = tool[key];
  return isJsonObject(schema) ? schema : {};
}

/** Translates a schema in a response body. */
export function translatedAnswer(schema: JsonValue, document: JsonObject = {}): JsonValue {
  const content = {
    "application/json": { schema: { type: "object", properties: { it: schema } } },
  };
  const draft = draftOfOperation({ responses: { 200: { content } } }, { document });
  const { properties } = schemaOf(draft, "outputSchema");
  return isJsonObject(properties) ? (properties["it"] ?? null) : null;
}
