import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { HttpOperation, SentParameter } from "../drafts/draft.ts";
import { takesLanguage } from "../drafts/query-languages.ts";
import { schemaAt } from "../drafts/schema-at.ts";
import { Unsendable } from "./unsendable.ts";

/**
 * Refuses a map whose keys become query names if a key duplicates one of the operation, or uses an
 * undeclared query language.
 */
export function checkChosenNames(
  { parameter, value, argument }: Chosen,
  operation: HttpOperation,
  input: JsonObject,
): void {
  const { style, explode, name } = parameter;
  if (style !== "form" || !explode || !isJsonObject(value)) return;
  const taken = new Set(namesOf(operation, parameter));
  const declared = own(asObject(schemaAt(input, argument)), "properties");
  const isTaken = (each: string): boolean =>
    taken.has(each.toLowerCase()) ||
    (takesLanguage(each) && own(asObject(declared), each) === undefined);
  if (!Object.keys(value).some(isTaken)) return;
  throw new Unsendable(name, "names that the query does not have already");
}

/** The value of a query parameter, with its argument. */
export interface Chosen {
  readonly parameter: SentParameter;
  readonly value: JsonValue;
  /** A JSON Pointer into the arguments. */
  readonly argument: string;
}

/** Returns names in lower case: many targets ignore case. */
function namesOf(
  { parameters, texts = [], paging }: HttpOperation,
  itself: SentParameter,
): readonly string[] {
  const others = [...parameters, ...texts].filter(
    (each) => each.place === "query" && each !== itself,
  );
  const next = paging?.next;
  const page = next !== undefined && "parameter" in next ? [next.parameter] : [];
  return [...others.map(({ name }) => name), ...page].map((name) => name.toLowerCase());
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
