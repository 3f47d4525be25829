import type { JsonSchema } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";
import type { SchemaCheck } from "../contracts/schemas/admission/check.ts";
import { defaultLimits, type SchemaLimits } from "../contracts/schemas/limits.ts";

/** Returns a check's findings about a schema. */
export function inspections(
  check: SchemaCheck,
  schema: JsonSchema,
  limits: Partial<SchemaLimits> = {},
): readonly Remark[] {
  return [...check.inspect(schema, { ...defaultLimits, ...limits })];
}

/** Returns the locations of a check's findings. */
export function placesOf(
  check: SchemaCheck,
  schema: JsonSchema,
  limits: Partial<SchemaLimits> = {},
): readonly string[] {
  return inspections(check, schema, limits).map(({ pointer }) => pointer);
}
