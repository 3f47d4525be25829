import { type JsonSchema, own } from "@toolcourt/sdk";
import type { Leaf } from "../generation/layer.ts";
import { describesOthers } from "../generation/member-schemas.ts";
import { hasAny, mapAt } from "../schemas/keywords.ts";

/** Names that alternatives and conditions beside the facts describe, or that there may be any. */
export interface NamesInCases {
  readonly names: ReadonlySet<string>;
  readonly isOpen: boolean;
}

const cases = ["anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

/**
 * `unevaluatedProperties` refuses what no schema beside it has looked at, and which of the
 * alternatives has looked is not known before there is a value.
 */
export function namesInCases(leaves: readonly Leaf[]): NamesInCases {
  const inCases = leaves.flatMap((leaf) => (hasAny(leaf.schema, cases) ? schemasBeside(leaf) : []));
  return {
    names: new Set(inCases.flatMap((schema) => Object.keys(mapAt(schema, "properties")))),
    isOpen:
      inCases.some(
        (schema) => describesOthers(schema) || own(schema, "additionalProperties") === true,
      ) || isLookedAtElsewhere(leaves),
  };
}

/** Whether one leaf may have looked at every name, so that none is left for another. */
function isLookedAtElsewhere(leaves: readonly Leaf[]): boolean {
  const isDynamic = leaves.some(({ schema }) => hasAny(schema, ["$dynamicRef", "$recursiveRef"]));
  const lookingAtAll = leaves.filter(({ schema }) =>
    hasAny(schema, ["additionalProperties", "unevaluatedProperties"]),
  );
  const leavesSome = leaves.some(({ schema }) => hasAny(schema, ["unevaluatedProperties"]));
  return leavesSome && (isDynamic || lookingAtAll.length > 1);
}

/** All schemas that look at the same value because of this one. */
function schemasBeside({ schema, document }: Leaf): readonly JsonSchema[] {
  const found = new Set<JsonSchema>([schema]);
  for (const each of found) {
    for (const { to, descends } of document.graph.linksOf(each)) if (!descends) found.add(to);
  }
  found.delete(schema);
  return [...found];
}
