import type { GatewayApi } from "@toolcourt/gateway/internal/edge/entrance";
import { createGracefulShutdown } from "@toolcourt/gateway/internal/edge/graceful-shutdown";
import { type Listening, openHttp } from "@toolcourt/gateway/internal/edge/http";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

/** Creates an entrance's view of a pipeline, with counted ids. */
export function fakeEntranceDeps(
  gateway: GatewayApi,
  clock: FakeClock = createFakeClock(),
): EntranceDeps {
  let ids = 0;
  return {
    gateway,
    arrival: {
      principal: { id: "local", permissions: "all" },
      newId: () => `id-${(ids += 1)}`,
    },
    version: "1.2.3",
    shutdown: createGracefulShutdown(clock),
  };
}

/** Opens the HTTP entrance of a pipeline on a free port. */
export function openFakeHttp(
  gateway: GatewayApi,
  clock: FakeClock = createFakeClock(),
): Promise<Listening> {
  return openHttp(fakeEntranceDeps(gateway, clock), { host: "127.0.0.1", port: 0, clock });
}
