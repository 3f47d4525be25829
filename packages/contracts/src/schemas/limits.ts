/** Cost limits of a schema, above the largest schemas that real servers send. */
export interface SchemaLimits {
  readonly maxBytes: number;
  /** Nesting limit for schemas. */
  readonly maxDepth: number;
  /** Nesting limit for JSON values, including data in `default`, `const` and the like. */
  readonly maxNesting: number;
  /** Limit on subschemas as written, and on the checks of any one value. */
  readonly maxSubschemas: number;
  /** Limit on subschemas after expanding every `$ref`, for code that follows each of them. */
  readonly maxExpansion: number;
  readonly maxEnum: number;
  readonly maxPatternLength: number;
  /** Instruction limit of one compiled pattern. */
  readonly maxPatternProgram: number;
  /** Instruction limit of all patterns of a schema together. */
  readonly maxPatternPrograms: number;
}

export const defaultLimits: SchemaLimits = {
  maxBytes: 128 * 1024,
  maxDepth: 32,
  maxNesting: 128,
  maxSubschemas: 2_000,
  maxExpansion: 10_000,
  maxEnum: 1_000,
  maxPatternLength: 1_000,
  maxPatternProgram: 4_000,
  maxPatternPrograms: 20_000,
};
