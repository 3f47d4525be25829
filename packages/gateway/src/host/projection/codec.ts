import { isJsonArray, type JsonSchema, type JsonValue } from "@toolcourt/sdk";

/** `integer` is `number` here: no value is only one of them. */
export type TypeName = "array" | "boolean" | "null" | "number" | "object" | "string";

export const everyType: ReadonlySet<TypeName> = new Set([
  "array",
  "boolean",
  "null",
  "number",
  "object",
  "string",
]);

/** How a schema is shown to a provider, and the way of its values there and back. */
export interface Codec {
  /** What is shown. */
  readonly schema: JsonSchema;
  /** Which types the values have that are shown. */
  readonly shows: ReadonlySet<TypeName>;
  /** Which types the values have that the original schema takes, or more. */
  readonly takes: ReadonlySet<TypeName>;
  /** Whether values are the same on both sides, so that nobody has to know which of several schemas they fit. */
  readonly isSame: boolean;
  /** Whether a part of it had no other form than JSON text. */
  readonly hasText: boolean;
  readonly project: (value: JsonValue) => JsonValue;
  /** Undoes `project` exactly. Throws a `ProjectionFault` for what cannot come from it. */
  readonly restore: (value: JsonValue) => JsonValue;
}

/** Thrown when something that was to be restored has no original. */
export class ProjectionFault extends Error {
  override readonly name = "ProjectionFault";

  constructor() {
    super("A value is not of the form that was asked for.");
  }
}

export function same(value: JsonValue): JsonValue {
  return value;
}

export function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "boolean" || type === "number" ? type : "object";
}

/** How much is looked at of one schema: references can make much of little. */
export interface Budget {
  /** How many more schemas. */
  schemas: number;
  /** How many more characters of schemas that are shown as text, before they are cut. */
  characters: number;
}

/** A schema inside another one, and what is known about where it stands. */
export interface Scene {
  readonly root: JsonSchema;
  /** Schemas that this one stands in by reference. One that comes back has no end. */
  readonly inside: readonly JsonSchema[];
  readonly depth: number;
  readonly budget: Budget;
  readonly compile: (schema: JsonValue | undefined, scene: Scene) => Codec;
}

/** The scene one level further down in the value. */
export function below(scene: Scene): Scene {
  return { ...scene, depth: scene.depth + 1 };
}
