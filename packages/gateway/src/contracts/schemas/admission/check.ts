import type { JsonSchema, ToolContract } from "@toolcourt/sdk";
import { everywhere, type Remark, type Rule } from "@toolcourt/sdk/rules";
import { defaultLimits, type SchemaLimits } from "../limits.ts";
import { isModest } from "../measure.ts";

/** A rule that can also be asked about a single schema, before anything compiles it. */
export interface SchemaCheck extends Rule {
  /** For schemas that the measures have let pass; as a rule about contracts it is safe on any. */
  readonly inspect: (schema: JsonSchema, limits: SchemaLimits) => Iterable<Remark>;
}

type Written = Omit<SchemaCheck, "severity" | "requirements" | "check">;

/** Every tool must bring valid schemas for input and output; a schema we cannot use is none. */
const requirements = ["S0-7", "S0-12"];

/** A check of size: the one kind that looks at schemas of any size. */
export function defineMeasure(written: Written): SchemaCheck {
  return { ...written, ...ruleAbout(written.inspect) };
}

/** Makes a rule about contracts of a check of schemas. What cannot be enforced may not run, in any profile. */
export function defineCheck(written: Written): SchemaCheck {
  // A measure has objected to what is too large or too deep, and looking closer would take the time that
  // the limits are there to save.
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
