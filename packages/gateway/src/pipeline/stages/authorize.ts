import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { notNeeded, setApproval, setGrant, type ValidatedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

/** Grants a call to a principal with every permission that the contract requires. */
export function createAuthorize(): Stages["authorize"] {
  return (call) => {
    setGrant(call, { statement: statementFor(call) });
    return call;
  };
}

function statementFor({ principal, registered }: ValidatedCall): string {
  const { permissions } = principal;
  if (permissions === "all") return "principal: all permissions";
  const needed = registered.contract.terms.permissions ?? [];
  const missing = needed.filter((permission) => !permissions.includes(permission));
  if (missing.length > 0) {
    throw new Refusal("not-permitted", { tool: registered.publicName, missing });
  }
  return needed.length === 0 ? "contract: no permission needed" : `principal: ${needed.join(", ")}`;
}

/** Passes calls that need no approval. Refuses all others: no approver is available yet. */
export function createApprove(): Stages["approve"] {
  return (call) => {
    const { publicName: tool, settings } = call.registered;
    if (call.judged.kind === "asks") {
      throw new Refusal("approval-required", { tool, from: call.judged.from, because: "sequence" });
    }
    if (settings.approval !== "none") {
      throw new Refusal("approval-required", {
        tool,
        from: settings.approval,
        ...(settings.isUndeclared && { because: "undeclared" }),
      });
    }
    setApproval(call, notNeeded);
    return call;
  };
}
