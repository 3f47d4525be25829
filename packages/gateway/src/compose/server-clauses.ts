import type { Registry } from "../catalog/create-registry.ts";
import type { ServerConfig } from "../config/offering.ts";
import {
  type ClauseCount,
  type ClauseCounters,
  type ClauseMode,
  type ClauseName,
  clauseNames,
} from "../pipeline/clause-counters.ts";

/** How often the calls of a server's tools kept and broke a clause. */
export interface ServerClause {
  readonly clause: ClauseName;
  readonly mode: ClauseMode;
  readonly checked: number;
  readonly broken: number;
}

/** Sums the counts of each server's tools. Names no tool: not everybody may know of each. */
export function clausesByServer(
  counters: Pick<ClauseCounters, "counts">,
  registry: Pick<Registry, "current">,
): (server: Pick<ServerConfig, "name" | "clauses">) => readonly ServerClause[] {
  const { tools } = registry.current();
  const byServer = Map.groupBy(
    counters.counts(),
    ({ tool }) => tools.get(tool)?.contract.server ?? "",
  );
  return ({ name, clauses }) => {
    const counts = byServer.get(name) ?? [];
    return clauseNames.flatMap((clause) => {
      const own = counts.filter((count) => count.clause === clause);
      return own.length === 0 ? [] : [{ clause, mode: clauses[clause], ...sumOf(own) }];
    });
  };
}

function sumOf(counts: readonly ClauseCount[]): Pick<ClauseCount, "checked" | "broken"> {
  return {
    checked: counts.reduce((sum, { checked }) => sum + checked, 0),
    broken: counts.reduce((sum, { broken }) => sum + broken, 0),
  };
}
