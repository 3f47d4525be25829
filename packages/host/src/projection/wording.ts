import { isJsonObject, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";

const maxDescriptionLength = 1_000;
const maxNoteLength = 300;

/** Constraint keywords. Providers support few or none of them, so they are described in words. */
const describedKeywords =
  "enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems contains minProperties maxProperties dependentRequired allOf anyOf oneOf not if then else default examples".split(
    " ",
  );

/** Returns upstream text without hidden characters, truncated to a length. */
export function shownText(text: string, maxLength: number): string {
  const { text: clean } = withoutHiddenCharacters(text);
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`;
}

/** Writes a description: the schema's own, then the keywords not shown as such. */
export function describe(
  schema: JsonSchema,
  shown: readonly string[] = [],
): { readonly description?: string } {
  const text = own(schema, "description");
  const description = typeof text === "string" ? shownText(text, maxDescriptionLength) : "";
  const notes = describedKeywords
    .filter((keyword) => !shown.includes(keyword))
    .flatMap((keyword) => noteOf(keyword, own(schema, keyword)));
  const all = [description, notes.length === 0 ? "" : `(${notes.join("; ")})`].filter(
    (part) => part !== "",
  );
  return all.length === 0 ? {} : { description: all.join(" ") };
}

function noteOf(keyword: string, value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return [`${keyword}: ${shownText(JSON.stringify(value), maxNoteLength)}`];
}

/** Returns the schema with one more sentence in its description. */
export function withNote(schema: JsonSchema, note: string): JsonSchema {
  const before = own(schema, "description");
  const description = typeof before === "string" ? `${before} ${note}` : note;
  return { ...schema, description };
}

/** Keywords that do not constrain values. */
const annotations = new Set(
  "$anchor $comment $id $schema $defs default definitions deprecated description examples readOnly title writeOnly".split(
    " ",
  ),
);

/** Returns the keywords of a schema that constrain values. */
export function assertionsOf(schema: JsonSchema): readonly string[] {
  return Object.keys(schema).filter((key) => !annotations.has(key) && !key.startsWith("x-"));
}

/** Returns the members of a schema with these keys. */
export function picked(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = own(schema, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Merges annotations. The outer schema overrides the referenced one. */
export function annotated(inner: JsonValue | undefined, outer: JsonSchema): JsonValue | undefined {
  if (!isJsonObject(inner)) return inner;
  return { ...inner, ...picked(outer, ["description", "default", "examples"]) };
}
