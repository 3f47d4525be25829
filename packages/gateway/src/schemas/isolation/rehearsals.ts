import type { JsonSchema } from "@toolcourt/sdk";
import { admissionChecks } from "../admission/admit.ts";
import { uriOfDialect } from "../dialect.ts";
import { defaultLimits } from "../limits.ts";
import type { Request } from "./protocol.ts";

const part: JsonSchema = { type: "object", properties: { a: { type: "string", pattern: "^a" } } };

/** Everything a worker does, once with a schema of our own in each dialect and each lane. */
export const rehearsals: readonly Request[] = Object.values(uriOfDialect).flatMap(($schema) => [
  compilation(`ajv ${$schema}`, { ...part, $schema }),
  compilation(`hyperjump ${$schema}`, { ...part, $schema, items: { $ref: "#" } }),
  { kind: "validate", key: `hyperjump ${$schema}`, text: '{"a":"b"}' },
]);

function compilation(key: string, schema: JsonSchema): Request {
  const checks = admissionChecks.map(({ id }) => id);
  return {
    kind: "compile",
    job: { key, schema, purpose: "output", checks, limits: defaultLimits },
  };
}
