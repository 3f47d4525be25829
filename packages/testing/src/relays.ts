import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import { openAccess } from "@toolcourt/gateway/internal/compose/relay-access";
import { unrecorded } from "@toolcourt/gateway/internal/pipeline/pipeline";
import { openExecution } from "@toolcourt/gateway/internal/pipeline/stages/run";
import { CallWatchers } from "@toolcourt/gateway/internal/pipeline/watch-calls";
import { ViewAddresses } from "@toolcourt/gateway/internal/protocol/view-addresses";
import {
  createRelays,
  type RelaysDeps,
  type RelaysOver,
} from "@toolcourt/gateway/internal/relays/create-relays";
import type { RelayRequest, RelayServer } from "@toolcourt/gateway/internal/relays/relays";
import type { JsonObject } from "@toolcourt/sdk";
import { toolPlan } from "./calls.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createFakeUpstream } from "./fake-upstream.ts";

/** Creates a request with fixed ids. */
export function relayRequest(
  params: JsonObject,
  more: Partial<Omit<RelayRequest, "params">> = {},
): RelayRequest {
  const agent = { name: "tester", version: "1.0.0" };
  return { params, callId: "call", correlationId: "correlation", traceId: "trace", agent, ...more };
}

/** Creates the execution of calls over these servers. */
export function executionOver(
  servers: readonly RelayServer[],
  clock: RelaysDeps["clock"] = createFakeClock(),
): RelaysDeps["stages"]["run"] {
  const byName = new Map(servers.map((server) => [server.name, server]));
  return openExecution({
    clock,
    deadlines: new Deadlines(clock),
    upstreamOf: (name) => {
      const server = byName.get(name);
      return server && { ...createFakeUpstream().upstream, ...server.upstream };
    },
    hideSecrets: (text) => text,
    maxConcurrent: 100,
  });
}

/** Creates relays whose execution is real, unrecorded and open to everyone. */
export function openTestRelays(
  servers: readonly RelayServer[],
  { stages, ...more }: Partial<Omit<RelaysDeps, "stages">> & TestStages = {},
): RelaysOver {
  const { clock = createFakeClock() } = more;
  return createRelays(servers, {
    clock,
    log: () => undefined,
    redactSecrets: (text) => text,
    access: openAccess,
    serverOfView: () => undefined,
    serverOfLink: () => undefined,
    viewsOf: () => [],
    views: new ViewAddresses(servers.map(({ name }) => name)),
    locked: { items: undefined, save: async () => undefined, frozen: false },
    ...more,
    stages: {
      watchers: new CallWatchers([], clock),
      record: unrecorded,
      recordable: () => undefined,
      remember: () => undefined,
      noteLinks: () => undefined,
      limitRate: () => undefined,
      run: executionOver(servers, clock),
      planOf: (tool) => {
        const server = servers.find(({ name }) => name === tool.contract.server);
        return toolPlan(tool, { allowedRequests: server?.allowedRequests ?? [] });
      },
      ...stages,
    },
  });
}

interface TestStages {
  readonly stages?: Partial<RelaysDeps["stages"]>;
}
