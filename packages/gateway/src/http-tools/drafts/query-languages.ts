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
  // OData calls its own parameters by a dollar sign; these four of them are plain numbers or words.
  if (name.startsWith("$"))
    return !["$top", "$skip", "$count", "$format"].includes(name.toLowerCase());
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const parts = words.split(/[^a-z0-9]+/).filter((part) => part !== "");
  const candidates = [words, parts.join(""), parts.at(-1) ?? "", parts[0] ?? ""];
  return candidates.some((each) => languages.has(each));
}
