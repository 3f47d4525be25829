import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { EndpointConfig, EndpointSelection } from "../config/endpoints.ts";
import { unfitting } from "../config/load.ts";
import { concerns } from "../governance/policy/selectors.ts";
import type { FoundConfig } from "./find-config.ts";
import type { Gateway } from "./open-gateway.ts";

type Problem = Parameters<typeof unfitting>[2][number];

/**
 * Refuses endpoints that select by what no tool has, and those without tools. Throws nothing while
 * the tools of a server are unknown: they may be the ones that are meant.
 */
export function checkEndpoints(
  { endpoints, toolbox: { servers } }: Config,
  { registry, endpoints: offered }: Gateway,
  found: FoundConfig,
): void {
  if (endpoints.length === 0) return;
  const known = registry.offered();
  if (!servers.every(({ name }) => known.has(name))) return;
  const tools = [...registry.current().tools.values()];
  const problems = endpoints.flatMap((endpoint, index) => {
    const at = ["endpoints", index];
    const vain = [...unmatched(endpoint, tools, at)];
    if (vain.length > 0 || offered.offered(endpoint.name).size > 0) return vain;
    return [{ path: at, part: "value" as const, message: whyEmpty(endpoint, tools) }];
  });
  if (problems.length > 0) throw unfitting(found.text, found.source, problems);
}

const kinds = [
  { key: "tools", message: "No tool has this name. See: toolcourt tools" },
  { key: "tags", message: "No tool has this tag. See: toolcourt tools" },
  { key: "effects", message: "No tool has this effect. See: toolcourt tools" },
] as const;

/** Yields each pattern, tag and effect that selects no tool of any server. */
function* unmatched(
  selection: EndpointSelection,
  tools: readonly RegisteredTool[],
  at: Problem["path"],
): Generator<Problem> {
  for (const { key, message } of kinds) {
    for (const [index, each] of (selection[key] ?? []).entries()) {
      if (tools.some((tool) => concerns({ [key]: [each] }, tool))) continue;
      yield { path: [...at, key, index], part: "value", message };
    }
  }
}

function whyEmpty({ name, profiles }: EndpointConfig, tools: readonly RegisteredTool[]): string {
  if (tools.length === 0) return `There are no tools, so ${name} would offer none.`;
  return profiles.length === 0
    ? "Each part matches some tool, and no tool matches all of them. See: toolcourt tools"
    : `No tool matches all of this and conforms to ${profiles.join(", ")}. See: toolcourt check`;
}
