/** Names under which targets expect a query language. */
const languages = new Set(
  "aql cel cql criteria dql esql expression filter filters formula gql graphql having jexl jmespath jql jsonata kql kusto lucene mdx mql nrql odata orderby predicate promql q qs query query_string querystring rsql script search sort soql sosl sparql spl sql statement where wiql wql xpath xquery".split(
    " ",
  ),
);

/** Names for a full-text search in most APIs, and for a query language in some. */
const searches = new Set(["q", "query", "search"]);

/** Reports whether a name most likely denotes a full-text search. */
export function asksForWords(name: string): boolean {
  return searches.has(name.toLowerCase());
}

/** Reports whether the target parses a value as a language: `$filter`, `filter[where]`, `jql`. */
export function takesLanguage(name: string): boolean {
  // OData parameters start with a dollar sign. These four are plain numbers or words.
  if (name.startsWith("$"))
    return !["$top", "$skip", "$count", "$format"].includes(name.toLowerCase());
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const parts = words.split(/[^a-z0-9]+/).filter((part) => part !== "");
  const candidates = [words, parts.join(""), parts.at(-1) ?? "", parts[0] ?? ""];
  return candidates.some((each) => languages.has(each));
}
