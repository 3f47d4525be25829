import { isJsonObject, type JsonObject, type JsonValue, own, step } from "@toolcourt/sdk";
import type { HttpOperation, SentParameter } from "../drafts/draft.ts";
import { pointerTo, wholeHole } from "../drafts/text-template.ts";
import { isTyped } from "../drafts/typed-value.ts";
import { holesInside } from "../drafts/used-arguments.ts";
import type { HttpTool } from "./http-tool.ts";
import { schemaAt } from "./schema-at.ts";

/** Names under which targets take a language of their own. */
const languages = new Set(
  "aql cel cql criteria dql esql expression filter filters formula gql graphql having jexl jmespath jql jsonata kql kusto lucene mdx mql nrql odata orderby predicate promql q qs query query_string querystring rsql script search sort soql sosl sparql spl sql statement where wiql wql xpath xquery".split(
    " ",
  ),
);

/** Names under which most targets look for words, and some for more. */
const searches = new Set(["q", "query", "search"]);

/** Whether what stands under a name is a search for words, as far as anybody can tell. */
export function asksForWords(name: string): boolean {
  return searches.has(name.toLowerCase());
}

/** Whether what stands under a name is read by the target as a language: `$filter`, `filter[where]`, `jql`. */
export function takesLanguage(name: string): boolean {
  // OData calls its own parameters by a dollar sign; only three of them are plain numbers or words.
  if (name.startsWith("$"))
    return !["$top", "$skip", "$count", "$format"].includes(name.toLowerCase());
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  if (languages.has(words)) return true;
  const parts = words.split(/[^a-z0-9]+/).filter((part) => part !== "");
  return languages.has(parts.at(-1) ?? "") || languages.has(parts[0] ?? "");
}

/** A place of a tool where a caller could write a query of their own. */
export interface FreeQuery {
  readonly argument: string;
  readonly under: string;
}

/** Where a free text of a caller becomes all of a query. A model that writes queries decides what is read. */
export function freeQueries({ tool, operation }: HttpTool): readonly FreeQuery[] {
  const schema = own(tool, "inputSchema");
  const input = isJsonObject(schema) ? schema : {};
  const isFree = (argument: string): boolean => {
    const found = schemaAt(input, argument);
    return found !== undefined && !isTyped(found) && !isStructured(found);
  };
  return [...inParameters(operation, input), ...inBody(operation)].filter(({ argument }) =>
    isFree(argument),
  );
}

/** What has a form of its own, and no free text in it, is no query. */
function isStructured(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  if (own(schema, "type") === "array") return isStructured(own(schema, "items") ?? null);
  const properties = own(schema, "properties");
  if (own(schema, "additionalProperties") !== false || !isJsonObject(properties)) return false;
  return Object.values(properties).every((each) => isTyped(each) || isStructured(each));
}

function inParameters({ parameters }: HttpOperation, input: JsonObject): readonly FreeQuery[] {
  return parameters
    .filter(({ place }) => place !== "path")
    .flatMap((parameter) => {
      const { place, name, from = `/${place}${step(name)}` } = parameter;
      const whole = { argument: from, under: name };
      return [whole, ...inMap(parameter, from, input)].filter(({ under }) => takesLanguage(under));
    });
}

/** The names of a map that become names of the query. */
function inMap(
  { style, explode }: SentParameter,
  argument: string,
  input: JsonObject,
): readonly FreeQuery[] {
  const schema = schemaAt(input, argument);
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  if (style !== "form" || !explode || !isJsonObject(properties)) return [];
  return Object.keys(properties).map((name) => ({ argument: argument + step(name), under: name }));
}

function inBody({ body }: HttpOperation): readonly FreeQuery[] {
  return body?.template === undefined ? [] : inTemplate(body.template, "");
}

function inTemplate(template: JsonValue, under: string): readonly FreeQuery[] {
  if (typeof template === "string") {
    const whole = wholeHole(template);
    return whole !== undefined && takesLanguage(under)
      ? [{ argument: pointerTo(whole), under }]
      : [];
  }
  if (typeof template !== "object" || template === null) return [];
  if (holesInside(template).length === 0) return [];
  return Object.entries(template).flatMap(([key, each]) =>
    inTemplate(each, Array.isArray(template) ? under : key),
  );
}
