import { type JsonSchema, own } from "@toolcourt/sdk";

export const dialects = ["draft-07", "2019-09", "2020-12"] as const;
export type Dialect = (typeof dialects)[number];

/** The protocol says that a schema without `$schema` is written in 2020-12. */
const defaultDialect: Dialect = "2020-12";

const dialectOfUri: ReadonlyMap<string, Dialect> = new Map([
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["http://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

export const uriOfDialect: Readonly<Record<Dialect, string>> = {
  "draft-07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** The dialect a `$schema` value names, or undefined when we do not speak it. */
export function dialectNamed(uri: unknown): Dialect | undefined {
  return typeof uri === "string" ? dialectOfUri.get(uri.replace(/#$/, "")) : undefined;
}

/** The dialect a document is written in, or undefined when it names one that we do not speak. */
export function dialectOf(schema: JsonSchema): Dialect | undefined {
  const named = own(schema, "$schema");
  return named === undefined ? defaultDialect : dialectNamed(named);
}

/** Whether a reference leads to a meta-schema that comes with the engine, so that nothing is fetched. */
export function isBundled(uri: string): boolean {
  return dialectNamed(uri) !== undefined || bundledVocabulary.test(uri);
}

const bundledVocabulary =
  /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/meta\/(core|applicator|unevaluated|validation|meta-data|content|format|format-annotation)$/;
