import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { mapAt } from "../schemas/keywords.ts";
import type { Layer, Leaf } from "./layer.ts";
import type { PatternBook } from "./text/pattern-book.ts";

/** Returns all schemas for the member with a name. */
export function layersOfMember(
  leaves: readonly Leaf[],
  name: string,
  patterns: PatternBook,
): readonly Layer[] {
  const named = leaves.map((leaf) => ({ leaf, layers: namedLayers(leaf, name, patterns) }));
  const isNamed = named.some(({ layers }) => layers.length > 0);
  return named.flatMap(({ leaf, layers }) =>
    layers.length > 0 ? layers : otherLayers(leaf, isNamed),
  );
}

function namedLayers(
  { schema, document }: Leaf,
  name: string,
  patterns: PatternBook,
): readonly Layer[] {
  const property = own(mapAt(schema, "properties"), name);
  const byPattern = Object.entries(mapAt(schema, "patternProperties")).flatMap(([source, each]) =>
    patterns(source).matches(name) ? [each] : [],
  );
  return [...(property === undefined ? [] : [property]), ...byPattern].map((each) => ({
    schema: each,
    document,
  }));
}

/**
 * Returns a leaf's schemas for members it does not name. `unevaluatedProperties` considers all
 * leaves.
 */
function otherLayers({ schema, document }: Leaf, isNamed: boolean): readonly Layer[] {
  const additional = own(schema, "additionalProperties");
  const rest = additional ?? (isNamed ? undefined : own(schema, "unevaluatedProperties"));
  return rest === undefined ? [] : [{ schema: rest, document }];
}

/** Returns every name under `properties` in any leaf. */
export function namesKnown(leaves: readonly Leaf[]): readonly string[] {
  return [...new Set(leaves.flatMap(({ schema }) => Object.keys(mapAt(schema, "properties"))))];
}

/** Returns whether members outside `properties` are described, not merely permitted. */
export function describesOthers(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  return (
    isJsonObject(own(schema, "additionalProperties")) ||
    isJsonObject(own(schema, "unevaluatedProperties")) ||
    Object.keys(mapAt(schema, "patternProperties")).length > 0
  );
}
