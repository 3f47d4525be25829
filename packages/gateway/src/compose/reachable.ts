import type { Snapshot } from "../catalog/snapshot.ts";
import { couldAllow } from "../governance/policy/could-allow.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyTool } from "../governance/policy/question.ts";
import type { Principal } from "../pipeline/call.ts";

/** Whether a principal may use the resources and prompts of a server. */
export type MayReach = (principal: Principal, server: string) => boolean;

/**
 * Derives access to resources and prompts from tools, since policies cover only tools. A principal
 * needs at least one callable tool of the server. Without a usable policy there is no access.
 */
export function createMayReach(current: () => Snapshot, policy: CurrentPolicy): MayReach {
  const grouped = new WeakMap<Snapshot, ReadonlyMap<string, readonly PolicyTool[]>>();
  const nameless = new Map<string, PolicyTool>();

  const toolsOf = (server: string): readonly PolicyTool[] => {
    const snapshot = current();
    const known = grouped.get(snapshot) ?? toolsByServer(snapshot);
    grouped.set(snapshot, known);
    return known.get(server) ?? [toolOfNone(server)];
  };
  const toolOfNone = (server: string): PolicyTool => {
    const known = nameless.get(server) ?? namelessToolOf(server);
    nameless.set(server, known);
    return known;
  };

  return (principal, server) => {
    const state = policy.state();
    if (state.kind === "unusable") return false;
    return toolsOf(server).some((tool) => couldAllow(state.policy, principal, tool));
  };
}

function toolsByServer({ tools }: Snapshot): ReadonlyMap<string, readonly PolicyTool[]> {
  return Map.groupBy(tools.values(), ({ contract }) => contract.server);
}

/** Stands for a server without tools as a reading tool without a name, so that `docs/*` matches. */
function namelessToolOf(server: string): PolicyTool {
  const contract = { server, name: "", effect: "read", digest: "", terms: {} } as const;
  return { publicName: "", contract };
}
