import { isJsonObject, type JsonSchema, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import type { Purpose } from "../schemas/checker.ts";
import { prepare } from "../schemas/checker.ts";
import { type Dialect, dialectOf } from "../schemas/dialect.ts";
import { defaultLimits } from "../schemas/limits.ts";
import { indexReferences, type References } from "../schemas/references.ts";

/** A schema as the engine reads it: closed for input, with resolved references. */
export interface SchemaDocument {
  readonly root: JsonSchema;
  readonly dialect: Dialect;
  readonly references: References;
  /** JSON Pointer of each schema. */
  readonly pointers: ReadonlyMap<JsonSchema, string>;
}

/** One of several schemas that apply to the same value, with the document for its references. */
export interface Layer {
  readonly schema: JsonValue;
  readonly document: SchemaDocument;
}

/** An object layer with no keyword that leads to another layer. */
export interface Leaf extends Layer {
  readonly schema: JsonSchema;
}

/** Builds the document of an admitted schema. Requires a schema the engine has compiled. */
export function documentOf(admitted: JsonSchema, purpose: Purpose): SchemaDocument {
  const dialect = dialectOf(admitted) ?? "2020-12";
  const { schema: root } = prepare(admitted, purpose, defaultLimits);
  const pointers = new Map([...subschemas(root)].map(({ schema, pointer }) => [schema, pointer]));
  return { root, dialect, references: indexReferences(root, dialect), pointers };
}

/** Returns the values of one keyword in all leaves. */
export function saidBy(leaves: readonly Leaf[], keyword: string): readonly JsonValue[] {
  return leaves.flatMap(({ schema }) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : [value];
  });
}

/** Returns the numeric values of one keyword in all leaves. */
export function numbersBy(leaves: readonly Leaf[], keyword: string): readonly number[] {
  return saidBy(leaves, keyword).filter((value) => typeof value === "number");
}

/**
 * Returns the values leaves refuse by a `not` with a single keyword, such as `{not: {pattern}}`.
 */
export function refusedBy(leaves: readonly Leaf[], keyword: string): readonly JsonValue[] {
  return saidBy(leaves, "not").flatMap((refused) => {
    const value = isJsonObject(refused) ? own(refused, keyword) : undefined;
    return value === undefined ? [] : [value];
  });
}
