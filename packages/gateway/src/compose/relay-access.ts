import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { own } from "@toolcourt/sdk";
import type { Registry } from "../catalog/create-registry.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { couldAllowItem, couldReach, evaluateItem } from "../governance/policy/evaluate.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyDecision } from "../governance/policy/question.ts";
import type { Principal } from "../pipeline/call.ts";
import { viewOf } from "../protocol/view-addresses.ts";
import type { RelayAccess } from "../relays/relays.ts";

export interface AccessDeps {
  readonly policy: CurrentPolicy;
  readonly clock: Pick<Clock, "now">;
  /**
   * Whether the built-in statement applies: the server is dynamic, and the principal could call one
   * of its tools.
   */
  readonly isDynamic: (principal: Principal, server: string) => boolean;
  /** Whether the principal could call one of the tools of a server. */
  readonly mayCall: (principal: Principal, server: string) => boolean;
}

/** Decides on resources and prompts by policy. Without a usable policy there is no access. */
export function createRelayAccess(deps: AccessDeps): RelayAccess {
  const { policy, clock, isDynamic, mayCall } = deps;
  return {
    uses: mayCall,
    reaches: (principal, of) => {
      const state = policy.state();
      if (state.kind === "unusable") return false;
      return couldReach(state.policy, principal, {
        ...of,
        isDynamic: isDynamic(principal, of.server),
      });
    },
    shows: (principal, item) => {
      const state = policy.state();
      if (state.kind === "unusable") return false;
      return couldAllowItem(state.policy, principal, {
        ...item,
        isDynamic: isDynamic(principal, item.server),
      });
    },
    permit: (asked) => {
      const state = policy.state();
      const tool = asked.method;
      if (state.kind === "unusable") {
        throw new Refusal("policy-denied", { tool, because: "unavailable" });
      }
      const decision = evaluateItem(state.policy, {
        ...asked,
        isDynamic: isDynamic(asked.principal, asked.item.server),
        now: clock.now(),
      });
      const { version } = state.policy;
      if (decision.kind === "refused") throw refusalOf(tool, decision, version);
      return { statement: decision.statement, policy: version };
    },
  };
}

function refusalOf(
  tool: string,
  decision: Extract<PolicyDecision, { readonly kind: "refused" }>,
  policy: string,
): Refusal {
  // Items need no permissions: no contract describes them.
  if (decision.because === "missing-permission" || decision.because === "no-statement") {
    return new Refusal("policy-denied", { tool, because: "no-statement", policy });
  }
  const { because, statement } = decision;
  return new Refusal("policy-denied", { tool, because, policy, statement });
}

/** For a gateway without an authority, whose callers all have all permissions. */
export const openAccess: RelayAccess = {
  reaches: () => true,
  uses: () => true,
  shows: () => true,
  permit: () => ({ statement: "principal: all permissions" }),
};

/** Returns the servers of the views that callable tools name in `_meta.ui`, as callers see them. */
export function createViewServers(current: () => Snapshot): (uri: string) => string | undefined {
  const known = new WeakMap<Snapshot, ReadonlyMap<string, string>>();
  return (uri) => {
    const snapshot = current();
    const views = known.get(snapshot) ?? viewsOf(snapshot);
    known.set(snapshot, views);
    return views.get(uri);
  };
}

function viewsOf({ listed, tools }: Snapshot): ReadonlyMap<string, string> {
  const views = new Map<string, string>();
  for (const tool of listed) {
    const name = own(tool, "name");
    const home = typeof name === "string" ? tools.get(name)?.home : undefined;
    const uri = viewOf(tool);
    // The first one stays: another server's tool does not take its view over.
    if (home?.kind === "server" && uri !== undefined && !views.has(uri))
      views.set(uri, home.server);
  }
  return views;
}

/** Returns the views that the tools of a server name, held or not, as the server has them. */
export function createViewsOf(offered: Registry["offered"]): (server: string) => readonly string[] {
  return (server) => {
    const tools = offered().get(server) ?? [];
    return [...new Set(tools.flatMap(({ contract }) => viewOf(contract.asReceived) ?? []))];
  };
}
