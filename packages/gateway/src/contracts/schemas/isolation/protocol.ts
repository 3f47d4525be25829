import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { SchemaRefusal } from "../admission/admit.ts";
import type { Purpose } from "../checker.ts";
import type { Issue } from "../issues.ts";
import type { SchemaLimits } from "../limits.ts";

/** A schema for the worker, under the name by which later requests mean it. */
export interface Job {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly purpose: Purpose;
  /** The ids of the checks it must pass. */
  readonly checks: readonly string[];
  readonly limits: SchemaLimits;
}

export type Request =
  | { readonly kind: "compile"; readonly job: Job }
  | {
      readonly kind: "validate";
      readonly key: string;
      /** The value as JSON text: writing text takes a tenth of the time that cloning takes. */
      readonly text: string;
    };

export type Reply =
  | { readonly kind: "compiled" }
  /** No compiler could make anything of the schema. */
  | { readonly kind: "failed" }
  | { readonly kind: "refused"; readonly refusals: readonly SchemaRefusal[] }
  /** Nothing is compiled under this key: the worker is new, or has forgotten. */
  | { readonly kind: "unknown" }
  | { readonly kind: "valid" }
  | { readonly kind: "filled"; readonly value: JsonValue }
  | { readonly kind: "invalid"; readonly issues: readonly Issue[] };

/** What the worker sends: an answer, or word that it is ready, and the processor time it has used so far. */
export interface Message {
  readonly reply: Reply | undefined;
  readonly usedMs: number;
}
