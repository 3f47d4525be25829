import type { Config } from "@toolcourt/gateway/internal/config/config";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openAll } from "../../packages/contracts/src/kernel/open-all.ts";
import { openGateway } from "../../packages/gateway/src/compose/open-gateway.ts";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import type { Asking, ToolAccess } from "../../packages/host/src/answering/create-host.ts";
import { toolAccessOf } from "../../packages/host/src/compose/open-host.ts";
import { type CountingServer, openCountingServer, type ServerScript } from "./counting-server.ts";

/** The whole pipeline in this process before a real counting server, as a host uses it. */
export interface HostWorld extends AsyncDisposable {
  readonly server: CountingServer;
  readonly access: ToolAccess;
  readonly newId: () => string;
  readonly asking: Asking;
}

/** Further settings of a test for the server's entry. */
export interface HostWorldScript extends ServerScript {
  readonly entry?: JsonObject;
}

export function openHostWorld(script: HostWorldScript): Promise<HostWorld> {
  return openAll(async (stack) => {
    const server = stack.use(await openCountingServer(script));
    const newId = createIds();
    const config = configFor(server.url, script.entry);
    const gateway = stack.use(await open(config, newId));
    const access = toolAccessOf(gateway, config);
    return { server, access, newId, asking };
  });
}

const asking: Asking = {
  principal: { id: "ada", permissions: "all", kind: "local" },
  agent: { name: "tester", version: "1.0.0" },
  signal: new AbortController().signal,
};

/** Deterministic ids. */
function createIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  };
}

function configFor(url: string, entry: JsonObject = {}): Config {
  const weather = { name: "weather", transport: "streamable_http", url, mode: "dynamic" };
  const toolbox = { mcps: [{ ...weather, default_tool_config: {}, ...entry }] };
  return loadConfig(JSON.stringify({ toolbox }), { file: "t.yaml", environment: {} });
}

function open(config: Config, newId: () => string): ReturnType<typeof openGateway> {
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
