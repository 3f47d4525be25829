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

/** An admitted schema, ready to be compiled in one lane or the other. */
export interface Prepared {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly purpose: Purpose;
  readonly limits: SchemaLimits;
  readonly survey: Survey;
}

/** Makes the copy that is compiled: closed for input, and without what a compiler would take amiss. */
export function prepare(admitted: JsonSchema, purpose: Purpose, limits: SchemaLimits): Prepared {
  const dialect = dialectOf(admitted) ?? "2020-12";
  const schema = structuredClone(admitted);
  for (const place of subschemas(schema)) disarm(place.schema, dialect);
  if (purpose === "input") closeInput(schema, dialect);
  const survey = surveyOf(schema, dialect, limits);
  const named = survey.lane === "ajv" ? withoutName(schema) : schema;
  return { schema: named, dialect, purpose, limits, survey };
}

// Ajv gives these a meaning that JSON Schema does not: `$async` makes every value pass as a promise,
// `nullable` lets null through. `$vocabulary` would make Hyperjump load a dialect for everybody.
const foreignKeywords = ["$async", "nullable", "$vocabulary"];

function disarm(schema: JsonSchema, dialect: Dialect): void {
  for (const keyword of foreignKeywords) Reflect.deleteProperty(schema, keyword);
  // In draft-07 a `$ref` silences its neighbors. Ajv can be told so, and looks at `type` all the same.
  if (dialect === "draft-07" && textAt(schema, "$ref") !== undefined) {
    Reflect.deleteProperty(schema, "type");
  }
}

/** A document that nothing refers to by name needs none, and without one it cannot meet a namesake. */
function withoutName(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword !== "$id" && keyword !== "$schema"),
  );
}

/** Fills in defaults, then checks. The value it got is never changed. */
export function createValidate(
  { schema, dialect, purpose }: Prepared,
  check: Check,
): (value: JsonValue) => Verdict {
  // What a server answers is judged as it is: a default that we filled in would be our words in its mouth.
  const fill = purpose === "input" ? createFillDefaults(schema, dialect) : undefined;
  return (given) => {
    const value = fill === undefined ? given : fill(given);
    const failures = check(value);
    if (failures === undefined) return { kind: "valid", value };
    // Servers declare defaults that their own schema refuses. Such a default is as good as none.
    if (value !== given && check(given) === undefined) return { kind: "valid", value: given };
    return { kind: "invalid", issues: issuesOf(failures, value) };
  };
}

// For a value that could not be checked: what is not known to fit does not pass.

export const tooDeepToCheck: Issue = {
  pointer: "",
  message: "expected a value that can be checked, got one that nests too deep",
};

export const tooSlowToCheck: Issue = {
  pointer: "",
  message: "expected a value that can be checked in time, got one that cannot",
};
