import { access } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import { type ApprovedDrafts, openApprovedDrafts } from "../http-tools/drafts/approved-drafts.ts";
import { openDurableStores, type StoresPlace, within } from "./open-durable-stores.ts";

export interface LookingPlace extends StoresPlace {
  readonly stack: AsyncDisposableStack;
}

/** Reads the approved drafts for read-only commands. Never creates a store. */
export async function lookAtDrafts(
  { toolbox, authority }: Pick<Config, "toolbox" | "authority">,
  place: LookingPlace,
): Promise<((set: string) => Promise<ApprovedDrafts>) | undefined> {
  const { url } = authority.stores;
  const isUsed = toolbox.servers.some(
    ({ transport }) => transport.kind === "http_tools" && transport.drafts,
  );
  if (!isUsed || !(await isThere(url, place))) return undefined;
  const { drafts } = place.stack.use(await openDurableStores(url, place));
  return (set) => openApprovedDrafts(drafts, set, place);
}

async function isThere(url: string, { folder }: LookingPlace): Promise<boolean> {
  const file = /^sqlite:(.+)$/.exec(url)?.[1];
  if (file === undefined) return url !== "memory:";
  return access(within(folder, file)).then(
    () => true,
    () => false,
  );
}
