import type { JsonSchema } from "@toolcourt/sdk";
import type { SchemaLimits } from "../limits.ts";
import { bytes } from "./bytes.ts";
import type { SchemaCheck } from "./check.ts";
import { depth } from "./depth.ts";
import { dialect } from "./dialect.ts";
import { enumSize } from "./enum-size.ts";
import { expansion } from "./expansion.ts";
import { localRefs } from "./local-refs.ts";
import { metaSchema } from "./meta-schema.ts";
import { oldIdioms } from "./old-idioms.ts";
import { patterns } from "./patterns.ts";
import { refCycles } from "./ref-cycles.ts";
import { reservedNames } from "./reserved-names.ts";
import { subschemas } from "./subschemas.ts";
import { text } from "./text.ts";

/** Why a schema is refused. */
export interface SchemaRefusal {
  /** Rule id, such as `schema/depth`. */
  readonly rule: string;
  /** JSON Pointer into the schema. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks required before a digest is computed. Their time is bounded by the size limits. */
export const cheapChecks: readonly SchemaCheck[] = [bytes, depth, text, subschemas];

/** Checks that the engine needs in order to work, cheapest first. */
export const capabilityChecks: readonly SchemaCheck[] = [
  ...cheapChecks,
  enumSize,
  dialect,
  oldIdioms,
  localRefs,
  refCycles,
  expansion,
  patterns,
  metaSchema,
];

/** Checks for schemas that the engine could handle but we refuse. */
const policyChecks: readonly SchemaCheck[] = [reservedNames];

export const admissionChecks: readonly SchemaCheck[] = [...capabilityChecks, ...policyChecks];

const maxRefusals = 20;

export interface Admission {
  readonly checks: readonly SchemaCheck[];
  readonly limits: SchemaLimits;
}

/** Runs the checks in order and stops at the first objection: later ones cost more. */
export function admit(schema: JsonSchema, { checks, limits }: Admission): readonly SchemaRefusal[] {
  for (const check of checks) {
    const refusals: SchemaRefusal[] = [];
    for (const remark of check.inspect(schema, limits)) {
      refusals.push({ rule: check.id, ...remark });
      if (refusals.length === maxRefusals) break;
    }
    if (refusals.length > 0) return refusals;
  }
  return [];
}
