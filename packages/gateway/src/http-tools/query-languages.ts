import { type JsonValue, step, valueAt } from "@toolcourt/sdk";
import type { HttpOperation } from "../drafts/draft.ts";
import { pointerTo, wholeHole } from "../drafts/text-template.ts";
import { isTyped } from "../drafts/typed-value.ts";
import { holesInside } from "../drafts/used-arguments.ts";
import type { HttpTool } from "./http-tool.ts";

/** Names under which targets take a language of their own. */
const languages = new Set(
  "aql cel cql criteria dql esql expression filter filters formula gql graphql having jexl jmespath jql jsonata kql kusto lucene mdx mql nrql odata orderby predicate promql q qs query query_string querystring rsql script search sort soql sosl sparql spl sql statement where wiql wql xpath xquery".split(
    " ",
  ),
);

/** Whether what stands under a name is read by the target as a language: `$filter`, `filter[where]`, `jql`. */
function takesLanguage(name: string): boolean {
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
  const isFree = (argument: string): boolean => {
    const schema = argument
      .split("/")
      .slice(1)
      .reduce((place, name) => `${place}/properties/${name}`, "/inputSchema");
    const found = valueAt(tool, schema);
    return found !== undefined && !isTyped(found) && !isStructured(found);
  };
  return [...inParameters(operation), ...inBody(operation)].filter(({ argument }) =>
    isFree(argument),
  );
}

/** What has a type other than text is no query. */
function isStructured(schema: JsonValue): boolean {
  return valueAt(schema, "/type") === "object";
}

function inParameters({ parameters }: HttpOperation): readonly FreeQuery[] {
  return parameters
    .filter(({ place, name }) => place !== "path" && takesLanguage(name))
    .map(({ place, name, from = `/${place}${step(name)}` }) => ({ argument: from, under: name }));
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
