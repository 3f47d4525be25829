import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { AuthorityConfig } from "../config/config.ts";
import { type HeldFamily, joinStores } from "../stores/held-stores.ts";
import { type OpenStores, openDurableStores } from "./open-durable-stores.ts";
import type { HeldStoresDeps } from "./open-held-stores.ts";

/** Opens the database of `stores.url`, and the families that lie elsewhere. */
export async function openConfiguredStores(
  { stores, results, audit }: Pick<AuthorityConfig, "stores" | "results" | "audit">,
  stack: AsyncDisposableStack,
  deps: Omit<HeldStoresDeps, "audit" | "seal" | "resultsForMs"> & ConfiguredStoresDeps,
): Promise<OpenStores> {
  const { clock, folder, deadlineMs } = deps;
  const place = { clock, folder, ...defined({ deadlineMs }) };
  const home = stack.use(await openDurableStores(stores.url, place));
  if (stores.cosmos === undefined) return home;
  // Loaded lazily: most gateways have no Cosmos DB.
  const [{ openHeldStores }, { createHeldSeal }] = await Promise.all([
    import("./open-held-stores.ts"),
    import("./held-seal.ts"),
  ]);
  const held = await openHeldStores(stores.cosmos, stack, {
    ...deps,
    audit: home.audit,
    seal: createHeldSeal(audit, { folder, audit: home.audit }),
    resultsForMs: results.retainForMs,
  });
  deps.onHeld?.({ families: stores.cosmos.holds, mayForget: held.mayForget });
  return joinStores(home, held);
}

export interface ConfiguredStoresDeps {
  /** Base of relative paths. */
  readonly folder: string;
  /** Called once stores lie elsewhere. Default: nothing. */
  readonly onHeld?: (held: {
    readonly families: readonly HeldFamily[];
    readonly mayForget: boolean;
  }) => void;
}
