import type { Subjects } from "../governance/audit/subjects.ts";
import type { ChangingPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyDeskDeps } from "../governance/policy/policy-desk.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { OpenConnections } from "./open-connections.ts";

interface Governed {
  readonly policy: ChangingPolicy;
  /** What the desk of the policy stands on. */
  readonly policyRecords: Pick<PolicyDeskDeps, "policy" | "policies" | "audit" | "subjects">;
}

/** Returns the policy, and the same for people who look after it. */
export function policyWithRecords(
  policy: ChangingPolicy,
  { policies, audit }: Pick<DurableStores, "policies" | "audit">,
  subjects: Subjects,
): Governed {
  return { policy, policyRecords: { policy, policies, audit, subjects } };
}

interface Accessed extends Pick<OpenConnections, "connections"> {
  readonly connectionDesk: OpenConnections["desk"];
}

/** Returns the stored access to other systems, and the same for people who look after it. */
export function connectionsWithDesk({
  connections,
  desk: connectionDesk,
}: Pick<OpenConnections, "connections" | "desk">): Accessed {
  return { connections, connectionDesk };
}
