import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { isLargerThan, jsonSizeOf } from "../boundary/cleaning/json-size.ts";
import { isNotFound, listAllTools } from "../upstreams/ask.ts";
import type { UpstreamRequest } from "../upstreams/upstream.ts";

/** A list of the protocol, and the key of its entries. */
export interface ListKind {
  readonly method: string;
  readonly field: string;
  readonly key: string;
}

export const lists = {
  resources: { method: "resources/list", field: "resources", key: "uri" },
  templates: {
    method: "resources/templates/list",
    field: "resourceTemplates",
    key: "uriTemplate",
  },
  prompts: { method: "prompts/list", field: "prompts", key: "name" },
} as const satisfies Record<string, ListKind>;

export type ListName = keyof typeof lists;

/** One listed item. */
export interface Entry {
  readonly key: string;
  readonly listed: JsonObject;
}

/** Stands for the list of a server that did not answer. It says nothing about what the server has. */
export const unanswered: readonly Entry[] = [];

/** Reads every page, with the same limits as for tools. */
export async function readList(
  { method, field }: ListKind,
  ask: (request: UpstreamRequest) => Promise<JsonObject>,
): Promise<readonly JsonValue[]> {
  try {
    return await listAllTools(async (params) => {
      const page = await ask({ method, params });
      return { tools: own(page, field) ?? null, nextCursor: own(page, "nextCursor") ?? null };
    });
  } catch (error) {
    // Many servers have resources but do not support templates.
    if (isNotFound(error)) return [];
    throw error;
  }
}

const maxEntryBytes = 65_536;
const maxDepth = 64;

/** Returns the usable entries, cleaned. An unusable entry does not affect its neighbors. */
export function readEntries(
  listed: readonly JsonValue[],
  { key }: ListKind,
  clean: Clean,
): readonly Entry[] {
  return listed.flatMap((raw) => {
    if (!isJsonObject(raw)) return [];
    const named = own(raw, key);
    // If cleaning changed the key, the server would not recognize it.
    if (typeof named !== "string" || named === "" || clean(named) !== named) return [];
    const size = jsonSizeOf(raw);
    if (size.depth > maxDepth || isLargerThan(raw, size, maxEntryBytes)) return [];
    const cleaned = cleanMembers(raw, clean);
    return isWellFormed(cleaned) ? [{ key: named, listed: cleaned }] : [];
  });
}

/** Fields of the protocol. Clients reject a whole list if one field has the wrong type. */
const fields: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ["title", isText],
  ["description", isText],
  ["mimeType", isText],
  ["size", (value: JsonValue) => typeof value === "number"],
  ["annotations", isJsonObject],
  ["_meta", isJsonObject],
  ["icons", (value: JsonValue) => isListOf(value, "src")],
  ["arguments", (value: JsonValue) => isListOf(value, "name")],
]);

function isWellFormed(entry: JsonObject): boolean {
  if (!isText(own(entry, "name"))) return false;
  return Object.entries(entry).every(([name, value]) => fields.get(name)?.(value) ?? true);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string";
}

function isListOf(value: JsonValue, key: string): boolean {
  return isJsonArray(value) && value.every((each) => isJsonObject(each) && isText(own(each, key)));
}
