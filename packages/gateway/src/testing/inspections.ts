import type { JsonSchema } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";
import type { SchemaCheck } from "../contracts/schemas/admission/check.ts";
import { defaultLimits, type SchemaLimits } from "../contracts/schemas/limits.ts";

/** What a check says about a schema. */
export function inspections(
  check: SchemaCheck,
  schema: JsonSchema,
  limits: Partial<SchemaLimits> = {},
): readonly Remark[] {
  return [...check.inspect(schema, { ...defaultLimits, ...limits })];
}

/** Where a check objects to a schema. */
export function placesOf(
  check: SchemaCheck,
  schema: JsonSchema,
  limits: Partial<SchemaLimits> = {},
): readonly string[] {
  return inspections(check, schema, limits).map(({ pointer }) => pointer);
}
