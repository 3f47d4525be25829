import type { CosmosClient } from "@azure/cosmos";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import {
  type HeldFamily,
  type HeldStores,
  type HeldStoresOptions,
  heldFamilies,
} from "@toolcourt/gateway/internal/stores/held-stores";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import { type AccountOptions, ContainerPort, openClient } from "./account.ts";
import { CosmosConnections } from "./connections.ts";
import { EraseConnections } from "./erase.ts";
import { reasonOf, toStoreError } from "./faults.ts";
import { CosmosKeys } from "./keys.ts";
import { Owed } from "./owed.ts";
import { CosmosPolicies } from "./policies.ts";
import { CosmosQuarantine } from "./quarantine.ts";
import { CosmosResults } from "./results.ts";

/**
 * The account cannot hold the stores. The message is a sentence for the operator.
 *
 * @example
 * ```ts
 * const error = new CosmosUnusable("The database has no container results.");
 * console.error(error.message);
 * ```
 */
export class CosmosUnusable extends Error {
  override readonly name = "CosmosUnusable";
}

const dayMs = 86_400_000;
/** Levels at which a read sees every earlier write of another gateway, or lags by a known bound. */
const strongEnough: ReadonlySet<unknown> = new Set(["Strong", "BoundedStaleness"]);

/**
 * Opens the stores, after a look at the account: its consistency, its containers and the role.
 *
 * @example
 * ```ts
 * declare const options: Parameters<typeof openCosmosStores>[0];
 * await using stores = await openCosmosStores(options);
 * const result = await stores.results?.find("call-1");
 * ```
 */
export async function openCosmosStores(options: HeldStoresOptions): Promise<HeldStores> {
  const { holds, newId, resultsForMs } = options;
  const client = await openClient(options);
  try {
    const mayForget = await checkAccount(client, options).catch(orUnusable);
    const portOf = (name: HeldFamily): ContainerPort | undefined =>
      holds.includes(name) ? new ContainerPort(client, name, options) : undefined;
    const [connections, policies, results, quarantine] = heldFamilies.map(portOf);
    const owed = new Owed(options);
    const ttl = resultsForMs === undefined ? undefined : Math.ceil((resultsForMs + dayMs) / 1000);
    return {
      ...(connections && storesOf(connections, owed, newId)),
      ...(policies && { policies: new CosmosPolicies({ container: policies, owed, newId }) }),
      ...(results && {
        results: new CosmosResults({ container: results, ttl, mayDelete: mayForget }),
      }),
      ...(quarantine && { quarantine: new CosmosQuarantine(quarantine) }),
      mayForget,
      [Symbol.asyncDispose]: () => {
        client.dispose();
        return Promise.resolve();
      },
    };
  } catch (error) {
    client.dispose();
    throw error;
  }
}

function storesOf(container: ContainerPort, owed: Owed, newId: () => string) {
  const connections = new CosmosConnections({ container, owed, newId });
  const keys = new CosmosKeys({ container, newId });
  const { erase } = new EraseConnections({ container, connections, owed });
  return { connections, keys, eraseConnections: erase };
}

/** Tells the operator why, if that is known. */
function orUnusable(error: unknown): never {
  const reason = reasonOf(error);
  throw reason === undefined ? error : new CosmosUnusable(reason.message, { cause: error });
}

/** Looks at the account. Returns whether the role may delete results. */
async function checkAccount(client: CosmosClient, options: HeldStoresOptions): Promise<boolean> {
  // The first connection and the first token take their time.
  const patient = { ...options, deadlineMs: patientDeadlineMs };
  if (options.holds.includes("connections")) await checkConsistency(client, patient);
  const ports = options.holds.map((name) => new ContainerPort(client, name, patient));
  for (const port of ports) await checkContainer(port);
  const results = ports.find(({ name }) => name === "results");
  return results !== undefined && results.mayDelete();
}

/** A revoked connection must be seen by all gateways, so a read may not return an older version. */
async function checkConsistency(client: CosmosClient, options: AccountOptions): Promise<void> {
  const { clock, deadlineMs: ms } = options;
  const read = (): ReturnType<CosmosClient["getDatabaseAccount"]> => client.getDatabaseAccount();
  const { resource } = await withTimeout({ clock, ms }, read).catch((error: unknown) => {
    throw toStoreError(error);
  });
  if (strongEnough.has(resource?.consistencyPolicy)) return;
  throw new CosmosUnusable(
    "The account's default consistency must be Strong or BoundedStaleness: with a weaker one a gateway may use a connection that another has revoked.",
  );
}

async function checkContainer(port: ContainerPort): Promise<void> {
  if (await port.exists()) return;
  throw new CosmosUnusable(
    `The database has no container ${port.name}. Run \`toolcourt azure plan\` and create what it prints.`,
  );
}
