import { type JsonSchema, own } from "@toolcourt/sdk";

export const dialects = ["draft-07", "2019-09", "2020-12"] as const;
export type Dialect = (typeof dialects)[number];

/** The protocol defines 2020-12 as the default for a schema without `$schema`. */
const defaultDialect: Dialect = "2020-12";

export const uriOfDialect: Readonly<Record<Dialect, string>> = {
  "draft-07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** Both schemes are in use, whichever one a dialect defines. */
const dialectOfUri: ReadonlyMap<string, Dialect> = new Map(
  dialects.flatMap((dialect) =>
    ["http", "https"].map((scheme) => [uriOfDialect[dialect].replace(/^https?/, scheme), dialect]),
  ),
);

/** Returns the dialect that a `$schema` value names, or undefined if unsupported. */
export function dialectNamed(uri: unknown): Dialect | undefined {
  return typeof uri === "string" ? dialectOfUri.get(uri.replace(/#$/, "")) : undefined;
}

/** Returns the dialect of a document, or undefined if it names an unsupported one. */
export function dialectOf(schema: JsonSchema): Dialect | undefined {
  const named = own(schema, "$schema");
  return named === undefined ? defaultDialect : dialectNamed(named);
}

/** Tells whether a reference names a meta-schema bundled with the engine, so nothing is fetched. */
export function isBundled(uri: string): boolean {
  return dialectNamed(uri) !== undefined || bundledVocabulary.test(uri);
}

const bundledVocabulary =
  /^https:\/\/json-schema\.org\/draft\/(2019-09|2020-12)\/meta\/(core|applicator|unevaluated|validation|meta-data|content|format|format-annotation)$/;
