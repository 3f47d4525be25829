import { isJsonArray, type JsonSchema, own } from "../contract/json.ts";

/** What schemas say about the values of a place, as far as it tells what they are for. */
export interface FieldFacts {
  readonly types: ReadonlySet<string>;
  readonly formats: readonly string[];
  readonly patterns: readonly string[];
  /** In lower case. */
  readonly description: string;
  /** Whether the schema lists its values. */
  readonly isListed: boolean;
}

const maxDescription = 600;

export function factsOf(schemas: readonly { readonly schema: JsonSchema }[]): FieldFacts {
  const all = schemas.map(({ schema }) => schema);
  return {
    types: new Set(all.flatMap((schema) => textsAt(schema, "type"))),
    formats: all.flatMap((schema) => textsAt(schema, "format")),
    patterns: all.flatMap((schema) => textsAt(schema, "pattern")),
    description: all
      .flatMap((schema) => textsAt(schema, "description"))
      .join(" ")
      .slice(0, maxDescription)
      .toLowerCase(),
    isListed: all.some(
      (schema) => own(schema, "enum") !== undefined || own(schema, "const") !== undefined,
    ),
  };
}

/** Returns the facts of a list with those of its items: they tell what the list is for. */
export function withItems(list: FieldFacts, items: FieldFacts): FieldFacts {
  if (!list.types.has("array")) return list;
  return {
    types: list.types,
    formats: [...list.formats, ...items.formats],
    patterns: [...list.patterns, ...items.patterns],
    description: `${list.description} ${items.description}`,
    isListed: list.isListed || items.isListed,
  };
}

/** The facts of a place that no schema describes. */
export const noFacts: FieldFacts = factsOf([]);

function textsAt(schema: JsonSchema, keyword: string): readonly string[] {
  const value = own(schema, keyword);
  if (typeof value === "string") return [value];
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}
