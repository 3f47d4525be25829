import { isJsonArray, type JsonSchema, type JsonValue } from "@toolcourt/sdk";

/** `integer` is `number` here: no value is only one of them. */
const typeNames = ["array", "boolean", "null", "number", "object", "string"] as const;
export type TypeName = (typeof typeNames)[number];

export const everyType: ReadonlySet<TypeName> = new Set(typeNames);

/** The form of a schema for providers, with the mapping of its values in both directions. */
export interface Codec {
  /** The schema for the provider. */
  readonly schema: JsonSchema;
  /** Types of the provider's values. */
  readonly shows: ReadonlySet<TypeName>;
  /** Types the original schema accepts, or a superset. */
  readonly takes: ReadonlySet<TypeName>;
  /** Whether values are identical on both sides, so a union need not be resolved. */
  readonly isSame: boolean;
  /** Whether a part of it could only be JSON text. */
  readonly hasText: boolean;
  readonly project: (value: JsonValue) => JsonValue;
  /** Inverts `project` exactly. Throws a `ProjectionFault` for values `project` cannot produce. */
  readonly restore: (value: JsonValue) => JsonValue;
}

/** Thrown for a value that cannot be restored. */
export class ProjectionFault extends Error {
  override readonly name = "ProjectionFault";

  constructor() {
    super("A value does not have the requested form.");
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

/** Work limits per schema: references can expand exponentially. */
export interface Budget {
  /** Remaining schemas. */
  schemas: number;
  /** Remaining characters of schemas written out as text. */
  characters: number;
}
