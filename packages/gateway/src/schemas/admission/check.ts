import type { JsonSchema, ToolContract } from "@toolcourt/sdk";
import { defineRule, everywhere, type Remark, type Rule } from "@toolcourt/sdk/rules";
import { defaultLimits, type SchemaLimits } from "../limits.ts";
import { isModest } from "../measure.ts";

/** A rule that can also be asked about a single schema, before anything compiles it. */
export interface SchemaCheck extends Rule {
  /** Safe on any schema, however large or deep: whoever asks need not have asked another check before. */
  readonly inspect: (schema: JsonSchema, limits: SchemaLimits) => Iterable<Remark>;
}

type Written = Omit<SchemaCheck, "severity" | "requirements" | "check">;

/** Every tool must bring valid schemas for input and output; a schema we cannot use is none. */
const requirements = ["S0-7", "S0-12"];

/** A check of size: the one kind that looks at schemas of any size. */
export function defineMeasure(written: Written): SchemaCheck {
  const rule = defineRule({
    ...written,
    severity: everywhere("error"),
    requirements,
    check: (contract) => bothSchemas(contract, (schema) => written.inspect(schema, defaultLimits)),
  });
  return { ...rule, inspect: written.inspect };
}

/**
 * Makes a rule about contracts of a check of schemas. What cannot be enforced may not run, in any profile.
 * The check has nothing to say about schemas that are too large or too deep: a measure has objected to
 * those, and looking closer would take the time that the limits are there to save.
 */
export function defineCheck(written: Written): SchemaCheck {
  return defineMeasure({
    ...written,
    inspect: (schema, limits) => (isModest(schema, limits) ? written.inspect(schema, limits) : []),
  });
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
