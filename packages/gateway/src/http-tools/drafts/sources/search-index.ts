import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { EgressFailure } from "../../../boundary/egress/egress-failure.ts";
import { bodyOf, type SearchSource, type SendToSource, sourceFailed } from "./source.ts";

/** One row of an index. Only the definition may become a tool; the rest is for the reviewer. */
export interface FoundRow {
  readonly id: string;
  /** The text of a document. Undefined if the row has none. */
  readonly definition?: string;
  readonly title?: string;
  readonly version?: string;
  readonly url?: string;
  readonly score?: number;
}

export interface FoundRows {
  readonly rows: readonly FoundRow[];
  /** Whether these are all rows with the words. */
  readonly isWhole: boolean;
}

const apiVersion = "2026-04-01";

/** The most rows of one search. More words find fewer. */
const maxRows = 50;

const maxLabelLength = 300;

/** Letters and digits first: a sign in front of a word is an operator of the query language. */
const word = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

/** Returns the words of a search, or undefined if they are anything but words. */
export function searchWords(given: readonly string[]): string | undefined {
  const words = given.flatMap((text) => text.split(/\s+/)).filter((text) => text !== "");
  return words.length > 0 && words.length <= 32 && words.every((each) => word.test(each))
    ? words.join(" ")
    : undefined;
}

/** Searches an index for all of the words. */
export async function searchIndex(
  source: SearchSource,
  words: string,
  send: SendToSource,
): Promise<FoundRows> {
  const asked = { search: words, queryType: "simple", searchMode: "all", top: maxRows };
  const select = named(source)
    .map(([, field]) => field)
    .join(",");
  const found = await ask(source, send, { ...asked, select, count: true }).catch(
    async (error: unknown) => {
      if (!(error instanceof EgressFailure) || error.details.status !== 400) throw error;
      throw await whyRefused(source, send, error);
    },
  );
  const rows = rowsIn(found, source);
  const total = own(found, "@odata.count");
  const isMore = own(found, "@search.nextPageParameters") !== undefined;
  return {
    rows: rows.slice(0, maxRows).map((row) => toRow(row, source)),
    isWhole: !isMore && (typeof total !== "number" || total <= rows.length),
  };
}

const keys = ["id", "definition", "title", "version", "url"] as const;

/** Returns the configured fields with their keys. */
function named({ fields }: SearchSource): readonly (readonly [string, string])[] {
  return keys.flatMap((key) => {
    const field = fields[key];
    return field === undefined ? [] : [[key, field] as const];
  });
}

async function ask(
  source: SearchSource,
  send: SendToSource,
  body: JsonObject,
): Promise<JsonObject> {
  const { endpoint, index } = source;
  const url = `${endpoint}/indexes('${index}')/docs/search.post.search?api-version=${apiVersion}`;
  const found = bodyOf(await send({ method: "POST", url, body: JSON.stringify(body) }), source);
  if (isJsonObject(found)) return found;
  throw sourceFailed(source, { expected: "an object", found: "another value" });
}

/** Finds the configured field that the index lacks: its refusal names it only in free text. */
async function whyRefused(
  source: SearchSource,
  send: SendToSource,
  cause: EgressFailure,
): Promise<Error> {
  const any = await ask(source, send, { search: "*", queryType: "simple", top: 1 });
  const [row] = rowsIn(any, source);
  const missing = named(source).find(([, field]) => row && own(row, field) === undefined);
  if (missing === undefined) {
    const expected = "an answer to words and fields";
    return sourceFailed(source, { expected, found: "a refusal with status 400" }, cause);
  }
  const [key, field] = missing;
  const expected = `the field ${field} that fields.${key} names`;
  return sourceFailed(source, { expected, found: "an index without it" }, cause);
}

function rowsIn(found: JsonObject, source: SearchSource): readonly JsonObject[] {
  const rows = own(found, "value");
  if (isJsonArray(rows) && rows.every(isJsonObject)) return rows;
  throw sourceFailed(source, { expected: "a list of rows", found: "another value" });
}

function toRow(row: JsonObject, source: SearchSource): FoundRow {
  const { fields } = source;
  const id = labelOf(own(row, fields.id));
  if (id === undefined) {
    const expected = `a text in the field ${fields.id} of each row`;
    throw sourceFailed(source, { expected, found: "a row without one" });
  }
  const definition = own(row, fields.definition);
  const score = own(row, "@search.score");
  return {
    id,
    ...(typeof definition === "string" && { definition }),
    ...labelled(row, "title", fields.title),
    ...labelled(row, "version", fields.version),
    ...labelled(row, "url", fields.url),
    ...(typeof score === "number" && { score }),
  };
}

function labelled(
  row: JsonObject,
  key: "title" | "version" | "url",
  field: string | undefined,
): Partial<FoundRow> {
  const label = field === undefined ? undefined : labelOf(own(row, field));
  return label === undefined ? {} : { [key]: label };
}

function labelOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== ""
    ? value.slice(0, maxLabelLength).toWellFormed()
    : undefined;
}
