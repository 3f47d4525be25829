import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { GatewayApi } from "@toolcourt/gateway/internal/edge/entrance";
import { GracefulShutdown } from "@toolcourt/gateway/internal/edge/graceful-shutdown";
import { type Listening, openHttp } from "@toolcourt/gateway/internal/edge/http";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import { shownName } from "@toolcourt/gateway/internal/pipeline/call";
import type { Relays } from "@toolcourt/gateway/internal/relays/relays";
import { type JsonObject, own } from "@toolcourt/sdk";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";

const nothing = async (): Promise<never[]> => [];

/** Relays of servers that have only tools. */
export const noRelays: Relays = {
  offered: () => new Set(),
  extensions: () => ({}),
  listResources: nothing,
  listTemplates: nothing,
  listPrompts: nothing,
  readResource: async ({ params }) => {
    throw new Refusal("resource-unknown", { uri: shownName(textIn(params, "uri")) });
  },
  getPrompt: async ({ params }) => {
    throw new Refusal("prompt-unknown", { prompt: shownName(textIn(params, "name")) });
  },
  complete: async () => ({ completion: { values: [] } }),
  follow: async ({ params }) => {
    throw new Refusal("resource-unknown", { uri: shownName(textIn(params, "uri")) });
  },
  subscribe: () => () => undefined,
};

function textIn(params: JsonObject, key: string): string {
  const value = own(params, key);
  return typeof value === "string" ? value : "";
}

/** Creates a pipeline with stubs for everything the test does not specify. */
export function fakeGatewayApi(
  said: Pick<GatewayApi, "listed" | "callTool"> &
    Partial<Omit<GatewayApi, "relays">> & { readonly relays?: Relays },
): GatewayApi {
  const { relays = noRelays } = said;
  const stubs = { subscribe: () => () => undefined, whyNotReady: () => [] };
  return { relays, relaysFor: () => relays, ...stubs, ...said };
}

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
    clock,
    shutdown: new GracefulShutdown(clock),
  };
}

/** Opens the HTTP entrance of a pipeline on a free port. */
export function openFakeHttp(
  gateway: GatewayApi,
  clock: FakeClock = createFakeClock(),
): Promise<Listening> {
  return openHttp(fakeEntranceDeps(gateway, clock), { host: "127.0.0.1", port: 0, clock });
}
