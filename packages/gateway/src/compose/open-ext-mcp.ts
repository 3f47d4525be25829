import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { ExtMcpConfig } from "../config/ext-mcp.ts";
import { Checks } from "../edge/ext-mcp/checks.ts";
import type { ProxiedTools } from "../edge/ext-mcp/listed-tools.ts";
import { listenExtMcp } from "../edge/ext-mcp/listen-ext-mcp.ts";
import type { EntranceDeps } from "../edge/mcp-server.ts";
import { createLogger } from "../telemetry/logger.ts";
import { oncePerSecond } from "./once-per-second.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { openTls } from "./open-tls.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** What the checks of proxies need of the rest of the process. */
export interface ExtMcpRuntime extends Pick<ProcessRuntime, "clock" | "folder"> {
  readonly entrance: EntranceDeps;
  readonly configFile: string | undefined;
}

/** Answers the checks of proxies, beside the other entrances of a gateway. */
export function openExtMcp(
  extMcp: ExtMcpConfig,
  configured: ConfiguredGateway,
  { entrance, clock, folder, configFile }: ExtMcpRuntime,
): Promise<AsyncDisposable> {
  return openAll(async (stack) => {
    const { gateway, watch } = configured;
    const { identities, shutdown, arrival, takeRequest } = entrance;
    if (identities === undefined) throw new Error("ExtMcp requires authentication.");
    const { log } = createLogger(watch.write);
    const base = resolve(folder, configFile === undefined ? "." : dirname(configFile));
    const files = { clock, folder: base, log, key: "server.ext_mcp.tls" };
    const tls = stack.use(await openTls(extMcp.tls, files));
    configured.onReload?.({
      file: "certificate",
      prepare: async () => tls.prepare(),
      state: tls.state,
      // One process answers all checks, so no other one takes it over.
      accepted: () => ({}),
    });
    const checks = new Checks({
      ...proxiedTools(extMcp, configured),
      gateway: { callTool: entrance.gateway.callTool, listed: gateway.callable },
      clock,
      newId: arrival.newId,
      shutdown,
      identities,
      identity: extMcp.identity,
      takeRequest,
      refused: oncePerSecond(clock, (because, count) =>
        log("ext-mcp.refused", { because, checks: count }),
      ),
    });
    const opening = listenExtMcp(extMcp, { checks, tls, shutdown });
    const listening = await opening.catch((cause: unknown) => {
      const details = { port: extMcp.port, key: "server.ext_mcp.port" };
      throw new Refusal("listen-failed", details, { cause });
    });
    stack.use(listening);
    log("ext-mcp.listening", { url: listening.url.href });
    return {};
  });
}

/** Only servers of `toolbox.mcps` are known: what we run ourselves is not behind a proxy. */
function proxiedTools(
  { services }: ExtMcpConfig,
  { gateway, inForce }: ConfiguredGateway,
): ProxiedTools {
  const indexes = new WeakMap<Snapshot, ReadonlyMap<string, RegisteredTool>>();
  const indexOf = (snapshot: Snapshot): ReadonlyMap<string, RegisteredTool> => {
    const known = indexes.get(snapshot) ?? indexed(snapshot);
    indexes.set(snapshot, known);
    return known;
  };
  return {
    serverOf: (service) => {
      const name = services.get(service) ?? service;
      const { servers } = inForce.config.toolbox;
      const server = servers.find((each) => each.name === name);
      return server === undefined || server.transport.kind === "http_tools" ? undefined : name;
    },
    toolOf: (server, tool) =>
      indexOf(gateway.registry.current()).get(JSON.stringify([server, tool])),
  };
}

function indexed({ tools }: Snapshot): ReadonlyMap<string, RegisteredTool> {
  return new Map(
    [...tools.values()].flatMap((tool) =>
      tool.home.kind === "server"
        ? [[JSON.stringify([tool.home.server, tool.contract.name]), tool] as const]
        : [],
    ),
  );
}
