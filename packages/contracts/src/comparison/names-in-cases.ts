import { type JsonSchema, own } from "@toolcourt/sdk";
import type { Leaf } from "../generation/layer.ts";
import { describesOthers } from "../generation/member-schemas.ts";
import { hasAny, mapAt } from "../schemas/keywords.ts";

/** Names mentioned in alternatives and conditions, or a flag that any name is possible. */
export interface NamesInCases {
  readonly names: ReadonlySet<string>;
  readonly isOpen: boolean;
}

const cases = ["anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

/**
 * Collects the names in alternatives. `unevaluatedProperties` refuses unevaluated members, and only
 * a value decides which alternatives evaluate them.
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

/** Reports whether one leaf may evaluate every name, which leaves none to the others. */
function isLookedAtElsewhere(leaves: readonly Leaf[]): boolean {
  const isDynamic = leaves.some(({ schema }) => hasAny(schema, ["$dynamicRef", "$recursiveRef"]));
  const lookingAtAll = leaves.filter(({ schema }) =>
    hasAny(schema, ["additionalProperties", "unevaluatedProperties"]),
  );
  const leavesSome = leaves.some(({ schema }) => hasAny(schema, ["unevaluatedProperties"]));
  return leavesSome && (isDynamic || lookingAtAll.length > 1);
}

/** Returns all schemas applied to the same value because of this one. */
function schemasBeside({ schema, document }: Leaf): readonly JsonSchema[] {
  const found = new Set<JsonSchema>([schema]);
  for (const each of found) {
    for (const { to, descends } of document.graph.linksOf(each)) if (!descends) found.add(to);
  }
  found.delete(schema);
  return [...found];
}
