import type { Effect, JsonObject, JsonValue, Reach, Role, Sensitivity } from "@toolcourt/sdk";
import type { PolicyPrincipal, PolicyTool } from "../policy/question.ts";
import type { Origin } from "../policy/sequence-schema.ts";

// The policy lists origins, and nothing of it may depend on this folder.
export type { Origin } from "../policy/sequence-schema.ts";

/** Where a value was seen: a field of a result, and the call that it came with. */
export interface Sighting {
  readonly tool: string;
  /** JSON pointer into the result. */
  readonly pointer: string;
  /** The id of the call, under which the audit log has it. */
  readonly call: string;
  readonly at: number;
}

/** A value of the call that a contract gives a role, or that names a destination in its content. */
export interface TracedValue {
  /** JSON pointer into the arguments. */
  readonly pointer: string;
  readonly role: Role;
  readonly kind: string;
  /** Whether the role was inferred. */
  readonly isGuessed: boolean;
  readonly origin: Origin;
  /**
   * Set if a stranger may have named it where not everything could be remembered. Then a statement
   * must allow strangers' values too.
   */
  readonly mayBeForeign?: true;
  /** Default: nowhere. */
  readonly seen?: Sighting;
}

/** An earlier call of the same history, or one that still runs. */
export interface PastCall {
  readonly callId: string;
  /** Public name. */
  readonly tool: string;
  readonly server: string;
  /** The server's own name of it. Default: taken from the public name. */
  readonly name?: string;
  readonly effect: Effect;
  readonly reach: Reach;
  readonly at: number;
  /** Only calls that `ran` have a validated result. `lost`: it may have acted. */
  readonly state: "running" | "ran" | "failed" | "lost";
  /**
   * What the statements need of it later: amounts as numbers, all else as keyed fingerprints. The
   * keys are `args.id` and `result.total`.
   */
  readonly noted: Readonly<Record<string, string | number>>;
}

/** What a principal did and read before this call. */
export interface History {
  /** Oldest first. */
  readonly calls: readonly PastCall[];
  /**
   * The calls of all principals of the tenant, its own among them. Default: not known, so that a
   * total or a count over them refuses.
   */
  readonly tenantCalls?: readonly PastCall[];
  /** Sensitive kinds of data that were read. */
  readonly labels: ReadonlySet<Sensitivity>;
  /** Returns the fingerprint under which a field of a past call is noted. */
  readonly fingerprint: (key: string, value: JsonValue) => string;
}

/** Everything that decides. The same question always has the same answer. */
export interface SequenceQuestion {
  readonly principal: PolicyPrincipal;
  readonly tool: PolicyTool;
  readonly effect: Effect;
  readonly reach: Reach;
  readonly args: JsonObject;
  /** The connection that the call uses. Default: none. */
  readonly connection?: string | undefined;
  readonly now: number;
  readonly history: History;
  /** The values of the call with their origins. */
  readonly values: readonly TracedValue[];
}

/** Why a statement does not let a call pass alone. */
export type Finding = { readonly statement: string } & (
  | ({ readonly because: "origin" } & TracedValue)
  | { readonly because: "label"; readonly label: Sensitivity }
  | {
      readonly because: "total" | "count";
      readonly reached: number;
      readonly atMost: number;
    }
  | { readonly because: "not-equal" | "not-after"; readonly field: string; readonly tool: string }
  | { readonly because: "too-late"; readonly tool: string }
  /** It comes after a call that it must not come after. */
  | { readonly because: "came-after"; readonly tool: string; readonly callId: string }
  /** The statement lets no call pass unattended. */
  | { readonly because: "attended" }
  /** The statement could not be judged. */
  | { readonly because: "failed" }
);

export type SequenceDecision =
  | { readonly kind: "passed" }
  | {
      readonly kind: "asks";
      readonly from: "caller" | "operator";
      readonly findings: readonly Finding[];
    }
  | { readonly kind: "refused"; readonly findings: readonly Finding[] };

export interface Judgement {
  readonly decision: SequenceDecision;
  /** What statements that only observe would have asked or refused. */
  readonly observed: readonly Finding[];
}
