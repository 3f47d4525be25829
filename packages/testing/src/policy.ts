import { evaluate } from "@toolcourt/gateway/internal/governance/policy/evaluate";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import type {
  PolicyDecision,
  PolicyPrincipal,
  PolicyQuestion,
  PolicyTool,
} from "@toolcourt/gateway/internal/governance/policy/question";
import { readPolicy } from "@toolcourt/gateway/internal/governance/policy/read-policy";

/** Parses a valid policy. The helper adds its version and end. */
export function policy(text: string): Policy {
  const reading = readPolicy(`version: 1\n${text}\n...\n`, "policy.yaml");
  if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
  return reading.policy;
}

export function policyPrincipal(differences: Partial<PolicyPrincipal> = {}): PolicyPrincipal {
  return { id: "ada", permissions: [], ...differences };
}

interface ToolDifferences {
  readonly publicName?: string;
  readonly contract?: Partial<PolicyTool["contract"]>;
}

export function policyTool({ publicName, contract }: ToolDifferences = {}): PolicyTool {
  const name = contract?.name ?? publicName ?? "get_customer";
  return {
    publicName: publicName ?? name,
    contract: {
      server: "customers",
      name,
      effect: "read",
      digest: "sha256:00",
      terms: {},
      ...contract,
    },
  };
}

export function policyQuestion(differences: Partial<PolicyQuestion> = {}): PolicyQuestion {
  return {
    principal: policyPrincipal(),
    tool: policyTool(),
    args: {},
    now: Date.UTC(2026, 10, 2, 9, 30),
    ...differences,
  };
}

/** Evaluates a policy for a question with the test's differences. */
export function decide(text: string, differences: Partial<PolicyQuestion> = {}): PolicyDecision {
  return evaluate(policy(text), policyQuestion(differences));
}
