import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isCallable, lintContract, type ProfileName } from "@toolcourt/sdk/rules";
import { type Endpoint, Endpoints } from "../catalog/endpoints.ts";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import { concerns } from "../governance/policy/selectors.ts";

interface EndpointDeps extends Pick<Runtime, "clock"> {
  readonly current: () => Snapshot;
}

/** Builds the endpoints of a configuration. Patterns match as in policies. */
export function endpointsOf({ endpoints }: Config, { current, clock }: EndpointDeps): Endpoints {
  const built = endpoints.map(
    ({ name, prefix, servers, profiles, tools, tags, effects }): Endpoint => {
      const of = {
        ...(tools && { tools: [...tools] }),
        ...(tags && { tags: [...tags] }),
        ...(effects && { effects: [...effects] }),
      };
      return {
        name,
        prefix,
        servers: new Set(servers),
        selects: (tool) =>
          (servers === undefined || servers.includes(tool.contract.server)) && concerns(of, tool),
        accepts: createAccepts(profiles, clock),
      };
    },
  );
  return new Endpoints(built, current);
}

/** Judges a tool by the profiles of an endpoint. Those of its server have judged it before. */
function createAccepts(
  profiles: readonly ProfileName[],
  clock: Runtime["clock"],
): Endpoint["accepts"] {
  if (profiles.length === 0) return () => true;
  const known = new WeakMap<RegisteredTool["contract"], boolean>();
  return ({ contract }) => {
    const before = known.get(contract);
    if (before !== undefined) return before;
    const scene = { namesakes: () => 1, now: clock.now() };
    const findings = lintContract(contract, { rules: allRules, profiles, scene });
    known.set(contract, isCallable(findings));
    return isCallable(findings);
  };
}
