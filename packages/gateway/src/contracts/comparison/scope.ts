import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { Layer, Leaf } from "../generation/layer.ts";
import { negationsOfKeyword } from "../generation/negate.ts";
import type { PatternBook } from "../generation/text/pattern-book.ts";
import type { Facts } from "./facts.ts";

/** A keyword that may refuse a value which the other schema accepts. */
export interface Objection {
  readonly keyword: string;
  /** Where the schema stands that has the keyword, as a JSON Pointer. */
  readonly pointer: string;
  /** Descriptions of whole values that the keyword refuses. */
  readonly ways: readonly Layer[];
  /** Descriptions of whole values that take the alternatives under which the objection was made. */
  readonly beside: readonly Layer[];
}

/** What a walk through two schemas knows about where it is. */
export interface Scope {
  /** Makes a schema about this part of the value one about the whole. */
  readonly wrap: (schema: JsonSchema) => JsonSchema;
  readonly beside: readonly Layer[];
  readonly patterns: PatternBook;
  /** Pairs of schemas that are being compared further out, and lists of alternatives that were taken apart. */
  readonly open: readonly (readonly [JsonValue | undefined, JsonValue])[];
  readonly depth: number;
  readonly effort: { left: number };
  /** Whether a missing member counts as its default. */
  readonly fillsDefaults: boolean;
  /** Where `into` may refuse what all of `from` accept. */
  readonly objectTo: (from: readonly Layer[], into: Layer, scope: Scope) => Generator<Objection>;
}

/** One keyword of the schema that should accept, before the facts of what it is given. */
export interface Question {
  readonly facts: Facts;
  readonly from: readonly Layer[];
  readonly into: Leaf;
  readonly keyword: string;
  readonly value: JsonValue;
  readonly scope: Scope;
}

/** The objection that the keyword makes, by the ways given or by all that are known to break it. */
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

/** The item at one place. */
export function inItem(scope: Scope, index: number): Scope {
  const heads = Array.from({ length: index }, () => true);
  return {
    ...scope,
    depth: scope.depth + 1,
    wrap: (schema) =>
      scope.wrap({ type: "array", minItems: index + 1, prefixItems: [...heads, schema] }),
  };
}
