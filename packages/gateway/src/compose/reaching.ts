import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { PipelineDeps } from "../pipeline/open-pipeline.ts";
import { createPassContext } from "../pipeline/pass-context.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { GatewayDeps } from "./open-gateway.ts";
import type { OpenServer } from "./open-servers.ts";
import { type OpenTasksDeps, openTasks } from "./open-tasks.ts";

type Reach = ReturnType<typeof reaching>;

interface Reached {
  readonly tasks: Tasks | undefined;
  readonly reach: Reach & Pick<PipelineDeps, "tasks">;
}

/** Returns how calls get to their servers, and what keeps those that go on as tasks. */
export function reachingBy(
  config: Config,
  opening: GatewayDeps & Pick<PipelineDeps, "views"> & Pick<OpenTasksDeps, "stack" | "line">,
  servers: ReadonlyMap<string, OpenServer>,
): Reached {
  const reach = reaching(opening, servers);
  const tasks = openTasks(config, { ...opening, ...reach });
  return { tasks, reach: { ...reach, tasks: tasks?.deferring } };
}

/** Returns how a call gets to its server, and what server and caller learn of each other. */
function reaching(
  deps: GatewayDeps & Pick<PipelineDeps, "views">,
  servers: ReadonlyMap<string, OpenServer>,
): Pick<PipelineDeps, "views" | "upstreamOf" | "passContext" | "allowedRequestsOf" | "isHost"> {
  const keyOf = (server: string): string | undefined => servers.get(server)?.settings.context?.key;
  return {
    upstreamOf: (server, caller) => {
      const { callers, upstream } = servers.get(server) ?? {};
      return callers?.of(caller) ?? upstream;
    },
    views: deps.views,
    isHost: ({ home }) => home.kind === "local" && home.tool === deps.hostTool,
    passContext: createPassContext({ ...deps, keyOf }),
    allowedRequestsOf: (tool) => settingsOf(tool, servers)?.allowedRequests ?? [],
  };
}

/** Undefined for local tools. */
export function settingsOf(
  { home }: RegisteredTool,
  servers: ReadonlyMap<string, OpenServer>,
): ServerConfig | undefined {
  return home.kind === "server" ? servers.get(home.server)?.settings : undefined;
}
