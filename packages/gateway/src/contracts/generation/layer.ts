import { isJsonObject, type JsonSchema, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import type { Purpose } from "../schemas/checker.ts";
import { prepare } from "../schemas/checker.ts";
import { type Dialect, dialectOf } from "../schemas/dialect.ts";
import { graphOf, type SchemaGraph } from "../schemas/graph.ts";
import { defaultLimits } from "../schemas/limits.ts";

/** A schema as the engine reads it: closed for input, with its references resolved. */
export interface SchemaDocument {
  readonly root: JsonSchema;
  readonly dialect: Dialect;
  readonly graph: SchemaGraph;
  /** Where each schema stands, as a JSON Pointer. */
  readonly pointers: ReadonlyMap<JsonSchema, string>;
}

/** One of the schemas that a value must fit at the same time, with the document its references lead into. */
export interface Layer {
  readonly schema: JsonValue;
  readonly document: SchemaDocument;
}

/** A layer that is an object and asks nothing that leads to another layer. */
export interface Leaf extends Layer {
  readonly schema: JsonSchema;
}

/** For schemas that the engine has compiled: it relies on what admission has looked at. */
export function documentOf(admitted: JsonSchema, purpose: Purpose): SchemaDocument {
  const dialect = dialectOf(admitted) ?? "2020-12";
  const { schema: root } = prepare(admitted, purpose, defaultLimits);
  const pointers = new Map([...subschemas(root)].map(({ schema, pointer }) => [schema, pointer]));
  return { root, dialect, graph: graphOf(root, dialect), pointers };
}

/** What all leaves say under one keyword. */
export function saidBy(leaves: readonly Leaf[], keyword: string): readonly JsonValue[] {
  return leaves.flatMap(({ schema }) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : [value];
  });
}

/** The numbers that leaves say under one keyword. */
export function numbersBy(leaves: readonly Leaf[], keyword: string): readonly number[] {
  return saidBy(leaves, keyword).filter((value) => typeof value === "number");
}

/** What leaves refuse by a `not` of one keyword alone, such as `{not: {pattern}}`. */
export function refusedBy(leaves: readonly Leaf[], keyword: string): readonly JsonValue[] {
  return saidBy(leaves, "not").flatMap((refused) => {
    const value = isJsonObject(refused) ? own(refused, keyword) : undefined;
    return value === undefined ? [] : [value];
  });
}
