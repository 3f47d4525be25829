import { type JsonSchema, type JsonValue, subschemas } from "@toolcourt/sdk";
import type { Check } from "./ajv.ts";
import { closeInput } from "./close.ts";
import { createFillDefaults } from "./defaults.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { type Issue, issuesOf } from "./issues.ts";
import { textAt } from "./keywords.ts";
import type { SchemaLimits } from "./limits.ts";
import { type Survey, surveyOf } from "./survey.ts";

export type Purpose = "input" | "output";

export type Verdict =
  | { readonly kind: "valid"; readonly value: JsonValue }
  | { readonly kind: "invalid"; readonly issues: readonly Issue[] };

/** An admitted schema, ready for compilation on the main thread or in the worker. */
export interface Prepared {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly purpose: Purpose;
  readonly limits: SchemaLimits;
  readonly survey: Survey;
}

/** Creates the copy to compile: closed for input, and without keywords that confuse a compiler. */
export function prepare(admitted: JsonSchema, purpose: Purpose, limits: SchemaLimits): Prepared {
  const dialect = dialectOf(admitted) ?? "2020-12";
  const schema = structuredClone(admitted);
  for (const place of subschemas(schema)) disarm(place.schema, dialect);
  if (purpose === "input") closeInput(schema, dialect);
  const survey = surveyOf(schema, dialect, limits);
  const named = survey.lane === "ajv" ? withoutName(schema) : schema;
  return { schema: named, dialect, purpose, limits, survey };
}

// Ajv gives these a meaning that JSON Schema does not. `$async` turns every value into a passing
// promise, and `nullable` accepts null. `$vocabulary` would make Hyperjump load a dialect globally.
const foreignKeywords = ["$async", "nullable", "$vocabulary"];

function disarm(schema: JsonSchema, dialect: Dialect): void {
  for (const keyword of foreignKeywords) Reflect.deleteProperty(schema, keyword);
  // In draft-07 a `$ref` disables its siblings. Ajv has an option for it, but still checks `type`.
  if (dialect === "draft-07" && textAt(schema, "$ref") !== undefined) {
    Reflect.deleteProperty(schema, "type");
  }
}

/** An unreferenced document needs no name. Without one it cannot collide with another. */
function withoutName(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword !== "$id" && keyword !== "$schema"),
  );
}

/** Fills in defaults, then validates. Never modifies its argument. */
export function createValidate(
  { schema, dialect, purpose }: Prepared,
  check: Check,
): (value: JsonValue) => Verdict {
  // A server's answer is judged as it is: a default filled in by us would misquote the server.
  const fill = purpose === "input" ? createFillDefaults(schema, dialect) : undefined;
  return (given) => {
    const value = fill === undefined ? given : fill(given);
    const failures = check(value);
    if (failures === undefined) return { kind: "valid", value };
    // Some servers declare defaults that their own schema refuses. Such a default is ignored.
    if (value !== given && check(given) === undefined) return { kind: "valid", value: given };
    return { kind: "invalid", issues: issuesOf(failures, value) };
  };
}

// Fails closed: a value that could not be checked does not pass.

export const tooDeepToCheck: Issue = {
  pointer: "",
  message: "expected a value that can be checked, got one that nests too deep",
};

export const tooSlowToCheck: Issue = {
  pointer: "",
  message: "expected a value that can be checked in time, got one that cannot",
};
