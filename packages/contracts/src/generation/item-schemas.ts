import { isJsonArray, type JsonSchema, type JsonValue, own } from "@toolcourt/sdk";
import type { Layer, Leaf } from "./layer.ts";

export interface ItemSchemas {
  /** Schemas of the first items, one each. */
  readonly heads: readonly JsonValue[];
  /** Schema of all remaining items. */
  readonly rest: JsonValue | undefined;
}

/**
 * Reads the item schemas. 2020-12 uses `prefixItems` and `items`; older dialects use `items` and
 * `additionalItems`.
 */
export function itemsOf(schema: JsonSchema): ItemSchemas {
  const { prefixItems, items, additionalItems } = schema;
  if (isJsonArray(items)) return { heads: items, rest: additionalItems };
  return { heads: isJsonArray(prefixItems) ? prefixItems : [], rest: items };
}

/** Returns all schemas for the item at an index. */
export function layersOfItem(leaves: readonly Leaf[], index: number): readonly Layer[] {
  const evaluated = evaluatedTo(leaves);
  return leaves.flatMap(({ schema, document }) => {
    const { heads, rest } = itemsOf(schema);
    const beyond = index < evaluated ? rest : (rest ?? own(schema, "unevaluatedItems"));
    const applied = index < heads.length ? heads[index] : beyond;
    return applied === undefined ? [] : [{ schema: applied, document }];
  });
}

/** Returns the maximum array length before a schema refuses every further item. */
export function maxLengthBy(leaves: readonly Leaf[]): number {
  const evaluated = evaluatedTo(leaves);
  return Math.min(
    ...leaves.map(({ schema }) => {
      const { heads, rest } = itemsOf(schema);
      const refused = heads.indexOf(false);
      if (refused >= 0) return refused;
      if (rest === false) return heads.length;
      return own(schema, "unevaluatedItems") === false ? evaluated : Number.POSITIVE_INFINITY;
    }),
  );
}

/** Returns how many items some leaf evaluates, for `unevaluatedItems`. */
function evaluatedTo(leaves: readonly Leaf[]): number {
  return Math.max(
    ...leaves.map(({ schema }) => {
      const { heads, rest } = itemsOf(schema);
      return rest === undefined ? heads.length : Number.POSITIVE_INFINITY;
    }),
  );
}
