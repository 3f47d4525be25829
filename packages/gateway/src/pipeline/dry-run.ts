import { hasCode, isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { AuthorizedCall, Grant, IncomingCall } from "./call.ts";
import { type Asked, askedCall, decidedCall, permittedCall } from "./evaluate-call.ts";
import type { Judged } from "./judged.ts";
import { type Stages, shownTo } from "./pipeline.ts";

/** What would become of a call if it were made now. */
export type DryRun =
  | {
      readonly kind: "allowed";
      readonly grant: Grant;
      /** The tool's settings: its limits, and whose approval the call needs. */
      readonly tool: RegisteredTool;
      /** Whose approval it needs because of what was done and read before. */
      readonly judged: Judged;
    }
  | {
      readonly kind: "refused";
      /** As its caller would get it. */
      readonly refusal: Refusal;
      /** What the first gate objects to, by place. */
      readonly issues: readonly Issue[];
    };

export type DryRunCall = (call: IncomingCall) => Promise<DryRun>;

export interface DryRunDeps {
  /** Refuses a call whose quota is used up, and takes nothing of it. */
  readonly peekRate: (call: AuthorizedCall) => void;
  /** Counts the verdict. It has no other record. Default: off. */
  readonly ran?: ((verdict: DryRun["kind"]) => void) | undefined;
}

/**
 * Creates the dry run of a call: the first gate, the policy and the quota, and whose approval it
 * needs. Nothing is sent, taken, reserved or recorded.
 */
export function createDryRun(
  stages: Asked & Pick<Stages, "redactRefusal">,
  { peekRate, ran }: DryRunDeps,
): DryRunCall {
  const judge = async (incoming: IncomingCall): Promise<DryRun> => {
    try {
      const call = await decidedCall(stages, permittedCall(stages, askedCall(stages, incoming)));
      peekRate(call);
      const judged = await stages.peekSequence(call);
      return { kind: "allowed", grant: call.grant, tool: call.registered, judged };
    } catch (error) {
      const refusal = shownTo(stages, error);
      if (!isRefusal(refusal)) throw error;
      const issues = hasCode(refusal, "input-invalid") ? (refusal.details.places ?? []) : [];
      return { kind: "refused", refusal, issues };
    }
  };
  return async (incoming) => {
    const dryRun = await judge(incoming);
    ran?.(dryRun.kind);
    return dryRun;
  };
}
