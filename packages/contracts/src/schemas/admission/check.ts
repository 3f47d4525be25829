import type { JsonSchema, ToolContract } from "@toolcourt/sdk";
import { everywhere, type Remark, type Rule } from "@toolcourt/sdk/rules";
import { defaultLimits, type SchemaLimits } from "../limits.ts";
import { isModest } from "../measure.ts";

/** A rule that also applies to a single schema, before it is compiled. */
export interface SchemaCheck extends Rule {
  /** Requires a schema that passed the measures. As a contract rule it is safe on any schema. */
  readonly inspect: (schema: JsonSchema, limits: SchemaLimits) => Iterable<Remark>;
}

type Written = Omit<SchemaCheck, "severity" | "requirements" | "check">;

/** Every tool needs valid input and output schemas. An unusable schema counts as missing. */
const requirements = ["S0-7", "S0-12"];

/** Defines a size check, the only kind that handles schemas of any size. */
export function defineMeasure(written: Written): SchemaCheck {
  return { ...written, ...ruleAbout(written.inspect) };
}

/**
 * Turns a schema check into a contract rule. A schema that cannot be enforced is refused in every
 * profile.
 */
export function defineCheck(written: Written): SchemaCheck {
  // A measure has already refused an oversized schema. Inspecting it would cost the time that the
  // limits save.
  const inspect: SchemaCheck["inspect"] = (schema, limits) =>
    isModest(schema, limits) ? written.inspect(schema, limits) : [];
  return { ...written, ...ruleAbout(inspect) };
}

function ruleAbout(
  inspect: SchemaCheck["inspect"],
): Pick<Rule, "severity" | "requirements" | "check"> {
  return {
    severity: everywhere("error"),
    requirements,
    check: (contract) => bothSchemas(contract, (schema) => inspect(schema, defaultLimits)),
  };
}

function* bothSchemas(
  { input, output }: ToolContract,
  inspect: (schema: JsonSchema) => Iterable<Remark>,
): Generator<Remark> {
  for (const { pointer, message } of inspect(input)) yield { pointer: `/input${pointer}`, message };
  if (output === undefined) return;
  for (const { pointer, message } of inspect(output))
    yield { pointer: `/output${pointer}`, message };
}
