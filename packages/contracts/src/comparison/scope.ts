import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Layer, Leaf } from "../generation/layer.ts";
import { negationsOfKeyword } from "../generation/negate.ts";
import type { PatternBook } from "../generation/text/write-pattern.ts";
import type { Facts } from "./facts.ts";

/** A keyword that may refuse a value accepted by the other schema. */
export interface Objection {
  readonly keyword: string;
  /** JSON Pointer to the schema with the keyword. */
  readonly pointer: string;
  /** Descriptions of complete values that the keyword refuses. */
  readonly ways: readonly Layer[];
  /** Descriptions of complete values that select the alternatives of this objection. */
  readonly beside: readonly Layer[];
}

/** The state of a walk through two schemas. */
export interface Scope {
  /** Turns a schema for this part into one for the whole value. */
  readonly wrap: (schema: JsonSchema) => JsonSchema;
  readonly beside: readonly Layer[];
  readonly patterns: PatternBook;
  /** Schema pairs under comparison in outer calls, and lists of alternatives already expanded. */
  readonly open: readonly (readonly [JsonValue | undefined, JsonValue])[];
  readonly depth: number;
  readonly effort: { left: number };
  /** Whether defaults fill in missing members. */
  readonly fillsDefaults: boolean;
  /** Yields where `into` may refuse a value that all of `from` accept. */
  readonly objectTo: (from: readonly Layer[], into: Layer, scope: Scope) => Generator<Objection>;
}

/** A keyword of the accepting schema, and the facts about the values given to it. */
export interface Question {
  readonly facts: Facts;
  readonly from: readonly Layer[];
  readonly into: Leaf;
  readonly keyword: string;
  readonly value: JsonValue;
  readonly scope: Scope;
}

/** Builds the objection of a keyword, from the given descriptions or all known ones. */
export function objection(
  { into, keyword, scope }: Question,
  ways: readonly JsonSchema[] = negationsOfKeyword(into.schema, keyword),
): Objection {
  return {
    keyword,
    pointer: into.document.pointers.get(into.schema) ?? "",
    ways: ways.map((way) => ({ schema: scope.wrap(way), document: into.document })),
    beside: scope.beside,
  };
}

export function inMember(scope: Scope, name: string): Scope {
  return {
    ...scope,
    depth: scope.depth + 1,
    wrap: (schema) =>
      scope.wrap({ type: "object", required: [name], properties: { [name]: schema } }),
  };
}

/** Enters the item at an index. */
export function inItem(scope: Scope, index: number): Scope {
  const heads = Array.from({ length: index }, () => true);
  return {
    ...scope,
    depth: scope.depth + 1,
    wrap: (schema) =>
      scope.wrap({ type: "array", minItems: index + 1, prefixItems: [...heads, schema] }),
  };
}
