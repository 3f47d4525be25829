import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { shownName } from "@toolcourt/gateway/internal/pipeline/call";
import type { Relays } from "@toolcourt/gateway/internal/relays/relays";
import { type JsonObject, own } from "@toolcourt/sdk";

const nothing = async (): Promise<never[]> => [];

/** Relays of servers that have only tools. */
export const noRelays: Relays = {
  offered: () => new Set(),
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
  follow: async (uri) => {
    throw new Refusal("resource-unknown", { uri: shownName(uri) });
  },
  subscribe: () => () => undefined,
};

function textIn(params: JsonObject, key: string): string {
  const value = own(params, key);
  return typeof value === "string" ? value : "";
}
