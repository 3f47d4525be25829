import type { GatewayApi } from "@toolcourt/gateway/internal/edge/entrance";
import { noRelays } from "./no-relays.ts";

/** Creates a pipeline with stubs for everything the test does not specify. */
export function fakeGatewayApi(
  said: Pick<GatewayApi, "listed" | "callTool"> & Partial<GatewayApi>,
): GatewayApi {
  return { relays: noRelays, subscribe: () => () => undefined, isReady: () => true, ...said };
}
