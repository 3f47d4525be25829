import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  pointerToken,
} from "@toolcourt/sdk";
import type { Method, NextPage, Paging, Polling, PollWay, SentText } from "../draft.ts";
import { pagingSchema } from "../paging-schema.ts";
import { schemaAt } from "../schema-at.ts";
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

/** Reads `x-ms-pageable`: the names of the list and of the mark of the next page. */
export function pagedBy(
  { self, method, notes }: Operation,
  output: Output,
  input: JsonSchema,
): Output & { readonly paging?: Paging } {
  const { schema, response } = output;
  const names = namesOfPages(own(self.value, "x-ms-pageable"));
  if (names === undefined) return output;
  const isList = response?.shape === "object" && schema !== undefined;
  const message = isList ? pagingNotes[method] : unpaged;
  if (message !== undefined) {
    addNote(notes, { pointer: `${self.pointer}/x-ms-pageable`, message });
  }
  if (!isList || message === unpaged) return output;
  const next = nextBy(names.next, input);
  const paging = { items: pointerToken(names.list), next, maxPages, maxItems };
  return { response, schema: withPaging(schema), paging };
}

const unpaged = "Only the first page is read: this is no list of a GET or POST.";
/** What the reviewer of a list is told, by method. Default: nothing. */
const pagingNotes: Readonly<Record<Method, string | undefined>> = {
  GET: undefined,
  POST: "Further pages repeat the request. They are read once a reviewer gives it the effect `read`.",
  HEAD: unpaged,
  OPTIONS: unpaged,
  PUT: unpaged,
  PATCH: unpaged,
  DELETE: unpaged,
};

/** A body that declares the mark takes it back. Any other mark is a link. */
function nextBy(name: string, input: JsonSchema): NextPage {
  const pointer = pointerToken(name);
  const members = propertiesAt(input, "/body");
  const places = [
    ...(members.includes(name) ? [pointer] : []),
    ...members
      .map(pointerToken)
      .filter((member) => propertiesAt(input, `/body${member}`).includes(name))
      .map((member) => `${member}${pointer}`),
  ];
  const [body] = places;
  if (body === undefined || places.length > 1) return { kind: "link", pointer };
  return { kind: "body-cursor", pointer, body };
}

function propertiesAt(input: JsonSchema, argument: string): readonly string[] {
  const schema = schemaAt(input, argument);
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Returns undefined if there is one page only, which a null name says. */
function namesOfPages(
  stated: JsonValue | undefined,
): { readonly next: string; readonly list: string } | undefined {
  if (!isJsonObject(stated)) return undefined;
  const next = nameIn(stated, "nextLinkName", "nextLink");
  const list = nameIn(stated, "itemName", "value");
  return next === undefined || list === undefined ? undefined : { next, list };
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

const finished = { done: ["Succeeded"], failed: ["Failed", "Canceled", "Cancelled"] };
const stateHeaders = ["Azure-AsyncOperation", "Operation-Location"];
const maxPolls = 30;

type ResultPlace = Pick<PollWay, "final" | "reread">;

/** The values of `final-state-via`. Those of headers mean that the last state is the result. */
const resultPlaces: Readonly<Record<string, ResultPlace>> = {
  "azure-async-operation": {},
  "operation-location": {},
  location: { final: "Location" },
  "original-uri": { reread: true },
};

/** Reads `x-ms-long-running-operation`: an operation that ends after its answer is polled. */
export function polledBy(
  operation: Operation,
  { response }: Output,
): { readonly polling?: Polling } {
  const { self, method, notes } = operation;
  if (own(self.value, "x-ms-long-running-operation") !== true) return {};
  const pointer = `${self.pointer}/x-ms-long-running-operation`;
  addNote(notes, { pointer, message: "The call polls the target until this operation has ended." });
  const hasResult = method !== "DELETE" && response?.shape !== "nothing";
  const result = hasResult ? resultPlace(operation) : {};
  // A link is no state: what it returns at the end is the result, or no result is needed.
  const byLink = { header: "Location", ...(result.reread && { reread: result.reread }) };
  const [first, ...others] = stateHeaders.map((header) => ({
    header,
    status: "/status",
    ...finished,
    ...result,
  }));
  return { polling: { ...first, maxPolls, or: [...others, byLink, ...inResource(method)] } };
}

function resultPlace({ self, method }: Operation): ResultPlace {
  const options = own(self.value, "x-ms-long-running-operation-options");
  const stated = isJsonObject(options) ? own(options, "final-state-via") : undefined;
  const usual = isChange(method) ? "original-uri" : "location";
  const known = typeof stated === "string" && Object.hasOwn(resultPlaces, stated) ? stated : usual;
  return resultPlaces[known] ?? {};
}

/** A changed resource tells its own state, with or without headers. */
function inResource(method: Method): readonly PollWay[] {
  return isChange(method) ? [{ status: "/properties/provisioningState", ...finished }] : [];
}

function isChange(method: Method): boolean {
  return method === "PUT" || method === "PATCH";
}
