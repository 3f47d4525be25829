import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import type { Paging, SentText } from "../draft.ts";
import { pagingSchema } from "../paging-schema.ts";
import { addNote, type Operation } from "./operation.ts";
import type { Output } from "./output-schema.ts";
import type { Declared } from "./parameters.ts";

// The extensions by which Azure Resource Manager describes its operations.

const versionForm = /^\d{4}-\d{2}-\d{2}(?:-preview)?$/;
const maxPages = 10;
const maxItems = 1_000;

/** A version that every call sends, and the parameters that are left. */
interface Fixed {
  readonly declared: readonly Declared[];
  readonly texts: readonly SentText[];
}

/** Fixes `api-version` to the version of the document, which is the one it describes. */
export function fixVersion(operation: Operation, declared: readonly Declared[]): Fixed {
  const { document, notes } = operation;
  const { version } = document;
  const fixed = declared.find((each) => isVersion(each, version));
  if (fixed === undefined || !versionForm.test(version)) return { declared, texts: [] };
  addNote(notes, {
    pointer: fixed.pointer,
    message: "Every call sends the version of the document.",
  });
  const { name } = fixed;
  return {
    declared: declared.filter((each) => each !== fixed),
    texts: [{ place: "query", name, text: version }],
  };
}

function isVersion({ name, place, value }: Declared, version: string): boolean {
  const schema = own(value, "schema");
  const values = own(isJsonObject(schema) ? schema : value, "enum");
  const isOpen = !isJsonArray(values) || values.includes(version);
  return place === "query" && name === "api-version" && isOpen;
}

/** Reads `x-ms-pageable`: the names of the list and of the link to the next page. */
export function pagedBy(
  { self, method, notes }: Operation,
  output: Output,
): Output & { readonly paging?: Paging } {
  const { schema, response } = output;
  const names = namesOfPages(own(self.value, "x-ms-pageable"));
  if (names === undefined) return output;
  if (method !== "GET" || response?.shape !== "object" || schema === undefined) {
    const pointer = `${self.pointer}/x-ms-pageable`;
    addNote(notes, { pointer, message: "Only the first page is read: further ones need a GET." });
    return output;
  }
  const next = { kind: "link", pointer: pointerToken(names.link) } as const;
  const paging = { items: pointerToken(names.list), next, maxPages, maxItems };
  return { response, schema: withPaging(schema), paging };
}

/** Returns undefined if there is one page only, which a null name says. */
function namesOfPages(
  stated: JsonValue | undefined,
): { readonly link: string; readonly list: string } | undefined {
  if (!isJsonObject(stated)) return undefined;
  const link = nameIn(stated, "nextLinkName", "nextLink");
  const list = nameIn(stated, "itemName", "value");
  return link === undefined || list === undefined ? undefined : { link, list };
}

function nameIn(stated: JsonObject, key: string, otherwise: string): string | undefined {
  const name = own(stated, key) ?? (key in stated ? undefined : otherwise);
  return typeof name === "string" && /^[\w.@$-]{1,64}$/.test(name) ? name : undefined;
}

function withPaging(output: JsonSchema): JsonSchema {
  const properties = own(output, "properties");
  const required = own(output, "required");
  return {
    ...output,
    properties: { ...(isJsonObject(properties) ? properties : {}), paging: pagingSchema },
    required: [...(isJsonArray(required) ? required : []), "paging"],
  };
}

/** Notes an operation that ends after its answer. The result is that first answer. */
export function noteLongRunning({ self, notes }: Operation): void {
  if (own(self.value, "x-ms-long-running-operation") !== true) return;
  const message = "The target ends this operation later: the result is its first answer.";
  addNote(notes, { pointer: `${self.pointer}/x-ms-long-running-operation`, message });
}
