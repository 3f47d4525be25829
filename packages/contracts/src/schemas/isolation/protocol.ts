import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { SchemaRefusal } from "../admission/admit.ts";
import type { Purpose } from "../checker.ts";
import type { Issue } from "../issues.ts";
import type { SchemaLimits } from "../limits.ts";

/** A schema for the worker, with the key for later requests. */
export interface Job {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly purpose: Purpose;
  /** Ids of the required checks. */
  readonly checks: readonly string[];
  readonly limits: SchemaLimits;
}

export type Request =
  | { readonly kind: "compile"; readonly job: Job }
  | {
      readonly kind: "validate";
      readonly key: string;
      /** The value as JSON text: serializing takes a tenth of the time of cloning. */
      readonly text: string;
    };

export type Reply =
  | { readonly kind: "compiled" }
  /** No compiler accepts the schema. */
  | { readonly kind: "failed" }
  | { readonly kind: "refused"; readonly refusals: readonly SchemaRefusal[] }
  /** Nothing is compiled under this key: the worker is new, or has evicted it. */
  | { readonly kind: "unknown" }
  | { readonly kind: "valid" }
  | { readonly kind: "filled"; readonly value: JsonValue }
  | { readonly kind: "invalid"; readonly issues: readonly Issue[] };

/** Message from the worker: a reply or a ready signal, with the CPU time used so far. */
export interface Message {
  readonly reply: Reply | undefined;
  readonly usedMs: number;
}
