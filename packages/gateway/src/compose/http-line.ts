import type { Config } from "../config/config.ts";
import type { LineOptions } from "../pipeline/open-line.ts";
import { leavingBy } from "./leaving.ts";
import type { OpenServer } from "./open-servers.ts";
import { noConnections, type Outside } from "./open-tool-set.ts";
import { createWhyNoTool, type DraftedSet } from "./set-drafts.ts";

/** Returns the pipeline checks for calls of HTTP tools and drafts before they are sent. */
export function httpLine(
  { egress }: Pick<Config, "egress">,
  servers: readonly OpenServer[],
  outside: Outside | undefined,
): Pick<LineOptions, "http" | "whyNoTool"> {
  const sets = new Map(
    servers.flatMap(({ settings, httpSet }) => (httpSet ? [[settings.name, httpSet]] : [])),
  );
  if (sets.size === 0) return {};
  return {
    http: leavingBy({ sets, egress, connections: outside?.connections ?? noConnections }),
    whyNoTool: createWhyNoTool(draftedSets(servers)),
  };
}

/** Returns the sets whose tools are approved drafts. */
export function draftedSets(servers: readonly OpenServer[]): readonly DraftedSet[] {
  return servers.flatMap(({ settings: { name }, httpSet }) => {
    if (httpSet?.drafts === undefined) return [];
    const { drafts, settings } = httpSet;
    return [{ name, drafts, connection: settings.connection }];
  });
}
