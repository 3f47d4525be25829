import type { JsonObject } from "@toolcourt/sdk";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { openGateway } from "../../packages/gateway/src/gateway.ts";
import type { Asking, HostLine } from "../../packages/gateway/src/host/create-host.ts";
import { systemClock } from "../../packages/gateway/src/kernel/clock.ts";
import { openAll } from "../../packages/gateway/src/kernel/open-all.ts";
import type { RegisteredTool } from "../../packages/gateway/src/registry/snapshot.ts";
import { type CountingServer, openCountingServer, type ServerScript } from "./counting-server.ts";

/** The whole line in this process, in front of a real server that counts, as a host has it. */
export interface HostWorld extends AsyncDisposable {
  readonly server: CountingServer;
  readonly line: HostLine;
  readonly newId: () => string;
  readonly asking: Asking;
}

/** What a test says besides about the entry of the server. */
export interface HostWorldScript extends ServerScript {
  readonly entry?: JsonObject;
}

export function openHostWorld(script: HostWorldScript): Promise<HostWorld> {
  return openAll(async (stack) => {
    const server = stack.use(await openCountingServer(script));
    const newId = createIds();
    const gateway = stack.use(await open(server.url, newId, script.entry));
    const tools: readonly RegisteredTool[] = [...gateway.registry.current().tools.values()];
    const line: HostLine = {
      tools: () => tools,
      callTool: gateway.callTool,
      quarantined: gateway.quarantine.find,
      isTyped: ({ validateOutput }) => validateOutput !== undefined,
    };
    return { server, line, newId, asking };
  });
}

const asking: Asking = {
  principal: { id: "ada", permissions: "all", kind: "local" },
  agent: { name: "tester", version: "1.0.0" },
  signal: new AbortController().signal,
};

/** The same ids in every run. */
function createIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  };
}

function open(url: string, newId: () => string, entry: JsonObject = {}) {
  const weather = { name: "weather", transport: "streamable_http", url, mode: "dynamic" };
  const toolbox = { mcps: [{ ...weather, default_tool_config: {}, ...entry }] };
  const config = loadConfig(JSON.stringify({ toolbox }), { file: "t.yaml", environment: {} });
  return openGateway(config, {
    clock: systemClock,
    write: () => undefined,
    newId,
    random: () => 0.5,
    searchPath: "",
    local: [],
    overlayOf: () => undefined,
    lock: undefined,
    saveLock: async () => undefined,
    frozen: false,
  });
}
