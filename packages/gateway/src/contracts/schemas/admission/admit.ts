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

/** Why a schema is not used. */
export interface SchemaRefusal {
  /** The id of the rule, such as `schema/depth`. */
  readonly rule: string;
  /** A JSON Pointer into the schema. */
  readonly pointer: string;
  readonly message: string;
}

/** What must be known before a digest can be taken. Time grows with the schema up to its limit, and no further. */
export const cheapChecks: readonly SchemaCheck[] = [bytes, depth, text, subschemas];

/** What the engine needs in order to work at all, the cheapest first. */
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

/** What the engine could do and we do not want. */
const policyChecks: readonly SchemaCheck[] = [reservedNames];

export const admissionChecks: readonly SchemaCheck[] = [...capabilityChecks, ...policyChecks];

const mostRefusals = 20;

export interface Admission {
  readonly checks: readonly SchemaCheck[];
  readonly limits: SchemaLimits;
}

/** Applies one check after the other and stops at the first that objects: the later ones cost more. */
export function admit(schema: JsonSchema, { checks, limits }: Admission): readonly SchemaRefusal[] {
  for (const check of checks) {
    const refusals: SchemaRefusal[] = [];
    for (const remark of check.inspect(schema, limits)) {
      refusals.push({ rule: check.id, ...remark });
      if (refusals.length === mostRefusals) break;
    }
    if (refusals.length > 0) return refusals;
  }
  return [];
}
