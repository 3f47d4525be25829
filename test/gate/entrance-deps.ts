import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { endpointApisOf } from "../../packages/gateway/src/compose/endpoint-apis.ts";
import type { Gateway } from "../../packages/gateway/src/compose/open-gateway.ts";
import { GracefulShutdown } from "../../packages/gateway/src/edge/graceful-shutdown.ts";
import type { EntranceDeps } from "../../packages/gateway/src/edge/mcp-server.ts";
import type { Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { createIds } from "./ids.ts";

export interface Presented {
  readonly gateway: Gateway;
  readonly principal: Principal;
}

/** Returns the gateway as its entrances present it to one principal. */
export function entranceDepsOf({ gateway, principal }: Presented): EntranceDeps {
  const { callTool, listed, fullList, relays, relaysFor, subscribe, whyNotReady } = gateway;
  const whole = { listed, fullList, callTool, relays, relaysFor, subscribe, whyNotReady };
  const places = gateway.endpoints.names.map((name) => ({ name, path: `/mcp/${name}` }));
  return {
    gateway: whole,
    endpoints: endpointApisOf(places, gateway, whole),
    arrival: { principal, newId: createIds() },
    version: "1.0.0",
    clock: systemClock,
    shutdown: new GracefulShutdown(systemClock),
  };
}
