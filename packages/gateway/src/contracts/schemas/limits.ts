/** What a schema may cost. The numbers leave room above the largest schemas that real servers send. */
export interface SchemaLimits {
  readonly maxBytes: number;
  /** How many schemas may stand inside one another. */
  readonly maxDepth: number;
  /** How many JSON values may stand inside one another, data in `default`, `const` and the like included. */
  readonly maxNesting: number;
  /** How many subschemas there may be once every `$ref` is replaced by what it leads to. */
  readonly maxSubschemas: number;
  readonly maxEnum: number;
  readonly maxPatternLength: number;
  /** How many instructions a compiled pattern may have. */
  readonly maxPatternProgram: number;
  /** How many instructions all patterns of a schema may have together. */
  readonly maxPatternPrograms: number;
}

export const defaultLimits: SchemaLimits = {
  maxBytes: 128 * 1024,
  maxDepth: 32,
  maxNesting: 128,
  maxSubschemas: 2_000,
  maxEnum: 1_000,
  maxPatternLength: 1_000,
  maxPatternProgram: 4_000,
  maxPatternPrograms: 20_000,
};
