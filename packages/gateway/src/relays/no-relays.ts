import type { Relays } from "./relays.ts";

const nothing = async (): Promise<never[]> => [];
const refused = (): Promise<never> => Promise.reject(new Error("Nothing is offered here."));

/** Where no server has anything but tools. */
export const noRelays: Relays = {
  offered: () => new Set(),
  listResources: nothing,
  listTemplates: nothing,
  listPrompts: nothing,
  readResource: refused,
  getPrompt: refused,
  complete: refused,
  follow: refused,
  subscribe: () => () => undefined,
};
