import type { Snapshot } from "../catalog/snapshot.ts";
import { couldAllow } from "../governance/policy/could-allow.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyTool } from "../governance/policy/question.ts";
import type { Principal } from "../pipeline/call.ts";

/** Whether a principal may have what a server has besides tools. */
export type MayReach = (principal: Principal, server: string) => boolean;

/**
 * The policy speaks of tools. Whoever could call one tool of a server may have its resources and prompts
 * too, and whoever could call none may have none of them. Where no policy can be used, nobody has any.
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

/** A server without tools is asked about as if it had one that reads: `docs/*` is about it. */
function namelessToolOf(server: string): PolicyTool {
  const contract = { server, name: "", effect: "read", digest: "", terms: {} } as const;
  return { publicName: "", contract };
}
