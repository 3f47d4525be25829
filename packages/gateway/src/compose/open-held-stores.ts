import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Asking } from "../boundary/connections/asking.ts";
import type { ProviderClient } from "../boundary/connections/provider.ts";
import type { Lookup } from "../boundary/egress/address.ts";
import { createFetchBy, createOriginAgent } from "../boundary/egress/connector.ts";
import { createHoldSecret, openSecret } from "../boundary/secrets/secret.ts";
import type { CosmosConfig } from "../config/cosmos.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import { type HeldStores, type HeldStoresOptions, ownError } from "../stores/held-stores.ts";
import { storeDeadlineMs } from "../stores/store-error.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface HeldStoresDeps
  extends Pick<Runtime, "clock" | "newId" | "random" | "randomBytes"> {
  /** The log that receives what changed rows owe. */
  readonly audit: Pick<AuditStore, "append">;
  /** How long results are kept. */
  readonly resultsForMs: number;
  /** Default: less than the one second promised to callers. */
  readonly deadlineMs?: number | undefined;
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
  /** Certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
  /** Default: request units are not counted. */
  readonly onCharge?: HeldStoresOptions["onCharge"];
  /** Default: the installed package. */
  readonly load?: () => Promise<Adapter>;
}

/** What the gateway uses of the package `@toolcourt/azure`. */
export interface Adapter {
  readonly openCosmosStores: (options: HeldStoresOptions) => Promise<HeldStores>;
}

/** Opens the stores that Cosmos DB holds. Its SDK sends through our egress, to the account alone. */
export async function openHeldStores(
  settings: CosmosConfig,
  stack: AsyncDisposableStack,
  deps: HeldStoresDeps,
): Promise<HeldStores> {
  const { account, database, holds } = settings;
  const { clock, newId, lookup, ca, deadlineMs = storeDeadlineMs } = deps;
  const { audit, resultsForMs, onCharge, load = importAzure } = deps;
  const { openCosmosStores } = await load().catch(orMissing);
  const agent = createOriginAgent(new URL(account), { clock, lookup, ca });
  stack.adopt(agent, (each) => each.destroy());
  const options = {
    account,
    database,
    holds,
    fetch: createFetchBy(agent),
    token: await createTokens(settings.connection, stack, deps),
    clock,
    newId,
    audit,
    deadlineMs,
    resultsForMs,
    onCharge,
  };
  const opening = openCosmosStores(options).catch(asOurs);
  const place = "the Cosmos DB that stores.cosmos names";
  return stack.use(await orStoreUnusable(opening, "Cosmos DB cannot be used.", place));
}

/** Converts the errors of the package, which has classes of its own. */
function asOurs(error: unknown): never {
  if (error instanceof Error && error.name === "CosmosUnusable") {
    const because = `${error.message} It is stores.cosmos.`;
    throw new Refusal("store-unusable", { because }, { cause: error });
  }
  throw ownError(error);
}

const azurePackage = "@toolcourt/azure";

/** Loaded lazily: the package is optional, and only Cosmos DB needs it. */
function importAzure(): Promise<Adapter> {
  return import(azurePackage);
}

function orMissing(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  const problem =
    "stores.cosmos: Cosmos DB needs a package that is not installed. Run: npm install @toolcourt/azure";
  const details = { file: "The configuration", problems: [problem] };
  throw new Refusal("config-invalid", details, { cause: error });
}

/** Tokens for the account, by the grant that the configuration names. */
async function createTokens(
  settings: CosmosConfig["connection"],
  stack: AsyncDisposableStack,
  deps: HeldStoresDeps,
): Promise<HeldStoresOptions["token"]> {
  const { clock, random, randomBytes, lookup, ca } = deps;
  // Loaded late: most gateways have no Cosmos DB.
  const { openProviderDoors } = await import("./open-connections.ts");
  const { door } = stack.use(openProviderDoors({ clock, random, ca, ...defined({ lookup }) }));
  const holdSecret = createHoldSecret(randomBytes(32));
  const clientSecret = holdSecret(settings.clientSecret);
  const closing = new AbortController();
  stack.defer(() => closing.abort());
  const asking: Asking = { kind: settings.kind };
  const provider = {
    tokenUrl: settings.tokenUrl,
    clientId: settings.clientId,
    clientProof: "post",
    scope: settings.scope,
    isPrivate: isLoopback(new URL(settings.tokenUrl).hostname),
  } as const;
  let client: ProviderClient | undefined;
  return async () => {
    // The OAuth code is loaded with the first request.
    const { createProviderClient } = await import("../boundary/connections/provider.ts");
    client ??= createProviderClient({ door, holdSecret, clock, randomBytes });
    const { signal } = closing;
    const granted = await client.ask(provider, asking, { clientSecret, signal });
    const expiresAt = clock.now() + (granted.endsInMs ?? defaultTokenMs);
    // The package hands it to the SDK, which sends it to the account alone.
    return { token: openSecret(granted.accessToken), expiresAt };
  };
}

/** For a provider that does not tell when a token expires. */
const defaultTokenMs = 300_000;
