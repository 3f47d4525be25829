import type { JsonSchema } from "@toolcourt/sdk";
import { admissionChecks } from "../admission/admit.ts";
import { uriOfDialect } from "../dialect.ts";
import { defaultLimits } from "../limits.ts";
import type { Request } from "./protocol.ts";

/** Large enough to get the hot paths of compilation optimized. */
const properties = Object.fromEntries(
  Array.from({ length: 150 }, (_, i) => [`p${i}`, { type: "string", enum: ["a", "b"] }]),
);
const small: JsonSchema = { type: "object", properties: { a: { type: "string", pattern: "^a" } } };
const large: JsonSchema = { type: "object", properties: { ...properties, a: { pattern: "^a" } } };

/** Requests that exercise the worker once with our own schema, in each dialect and lane. */
export const warmUpRequests: readonly Request[] = Object.values(uriOfDialect).flatMap(($schema) => [
  compilation(`ajv ${$schema}`, { ...small, $schema }),
  compilation(`hyperjump ${$schema}`, { ...large, $schema, items: { $ref: "#" } }),
  { kind: "validate", key: `hyperjump ${$schema}`, text: '{"a":"b"}' },
]);

function compilation(key: string, schema: JsonSchema): Request {
  const checks = admissionChecks.map(({ id }) => id);
  return {
    kind: "compile",
    job: { key, schema, purpose: "output", checks, limits: defaultLimits },
  };
}
