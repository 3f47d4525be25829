import type { SchemaCheck } from "@toolcourt/contracts/internal/schemas/admission/check";
import { defaultLimits, type SchemaLimits } from "@toolcourt/contracts/internal/schemas/limits";
import type { JsonSchema } from "@toolcourt/sdk";
import type { Remark } from "@toolcourt/sdk/rules";

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
