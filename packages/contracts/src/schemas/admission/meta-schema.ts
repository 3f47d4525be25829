import { isJsonObject, type JsonSchema, own } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { compilers } from "../ajv.ts";
import { failuresOf } from "../ajv-failures.ts";
import { type Dialect, dialectOf, uriOfDialect } from "../dialect.ts";
import { expectationOf } from "../issues.ts";
import { defineCheck } from "./check.ts";

export const metaSchema = defineCheck({
  id: "schema/meta-schema",
  summary: "Require schemas that are valid in their own dialect",
  why: `A validator skips a keyword it does not understand. \`"type": "strng"\` then accepts everything, and
the mistake stays unnoticed.`,
  good: [{ input: { type: "object", properties: { n: { type: ["integer", "null"] } } } }],
  bad: [
    { input: { type: "object", properties: { n: { type: "strng" } } } },
    { input: { type: "object", required: "n" } },
  ],

  *inspect(schema) {
    const dialect = dialectOf(schema);
    const remark = dialect === undefined ? undefined : objectionTo(schema, dialect);
    if (remark !== undefined) yield remark;
  },
});

const options = {
  strict: false,
  logger: false,
  validateFormats: false,
  ownProperties: true,
} as const;
const validators = new Map<Dialect, ValidateFunction>();

/**
 * Returns the validator of a dialect. Created lazily and cached: the meta-schemas are ours and
 * never change.
 */
function validatorFor(dialect: Dialect): ValidateFunction {
  const known = validators.get(dialect);
  if (known !== undefined) return known;
  const bundled = new compilers[dialect](options).getSchema(uriOfDialect[dialect]);
  if (bundled === undefined) throw new TypeError(`There is no meta-schema for ${dialect}.`);
  const validator = dialect === "draft-07" ? asPublished(bundled) : bundled;
  validators.set(dialect, validator);
  return validator;
}

// Ajv's copy of draft-07 requires distinct `enum` values. The published version does not, so a
// duplicate is allowed.
function asPublished(bundled: ValidateFunction): ValidateFunction {
  const copy: unknown = structuredClone(bundled.schema);
  const properties = isJsonObject(copy) ? own(copy, "properties") : undefined;
  if (!isJsonObject(copy) || !isJsonObject(properties)) return bundled;
  const published = { ...properties, enum: { type: "array", items: true } };
  return new Ajv({ ...options, meta: false }).compile({ ...copy, properties: published });
}

function objectionTo(schema: JsonSchema, dialect: Dialect): Remark | undefined {
  const validate = validatorFor(dialect);
  if (validate(schema)) return undefined;
  const deepest = deepestError(validate.errors ?? []);
  const [failure] = failuresOf(deepest === undefined ? [] : [deepest]);
  if (failure === undefined) return { pointer: "", message: "Write a valid schema." };
  return {
    pointer: failure.pointer,
    message: `Correct this keyword: ${dialect} expects ${expectationOf(failure)}.`,
  };
}

/** Returns the deepest of Ajv's errors: the others only say that something below is wrong. */
function deepestError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  let best = errors[0];
  for (const error of errors) {
    if (best === undefined || error.instancePath.length > best.instancePath.length) best = error;
  }
  return best;
}
