import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { Gateway } from "../../packages/gateway/src/compose/open-gateway.ts";
import { createClosingTime } from "../../packages/gateway/src/edge/graceful-shutdown.ts";
import type { Face } from "../../packages/gateway/src/edge/mcp-server.ts";
import type { Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { createIds } from "./ids.ts";

export interface Faced {
  readonly gateway: Gateway;
  readonly principal: Principal;
}

/** Returns the gateway as its entrances present it to one principal. */
export function faceOf({ gateway, principal }: Faced): Face {
  const { callTool, registry, relays, isReady } = gateway;
  return {
    line: {
      listed: () => registry.current().listed,
      callTool,
      relays,
      subscribe: registry.subscribe,
      isReady,
    },
    arrival: { principal, newId: createIds() },
    version: "1.0.0",
    closing: createClosingTime(systemClock),
  };
}
