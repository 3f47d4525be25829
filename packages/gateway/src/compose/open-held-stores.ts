import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { NoToken, OwnIdentity } from "../boundary/connections/own-token.ts";
import type { Lookup } from "../boundary/egress/address.ts";
import { createFetchBy, createOriginAgent } from "../boundary/egress/connector.ts";
import { createHoldSecret, openSecret, type Secret } from "../boundary/secrets/secret.ts";
import type { CosmosConfig } from "../config/cosmos.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import {
  type HeldSeal,
  type HeldStores,
  type HeldStoresOptions,
  ownError,
} from "../stores/held-stores.ts";
import { storeDeadlineMs } from "../stores/store-error.ts";
import type { OwnTokensDeps } from "./open-own-tokens.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface HeldStoresDeps
  extends Pick<Runtime, "newId">,
    Omit<OwnTokensDeps, "lookup" | "ca"> {
  /** The log that receives what changed rows owe. */
  readonly audit: Pick<AuditStore, "append">;
  /** Seals rows that owe an entry. */
  readonly seal: HeldSeal;
  /** How long results are kept. */
  readonly resultsForMs: number;
  /** Default: less than the one second promised to callers. */
  readonly deadlineMs?: number | undefined;
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
  /** Certificates to trust in addition to the system's. Default: none. */
  readonly ca?: string | undefined;
  /** Copies entries that readers append. Default: there is no copy of the log. */
  readonly onSettled?: HeldStoresOptions["onSettled"];
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
  const { audit, seal, onSettled, resultsForMs, onCharge, load = importAzure } = deps;
  const { openCosmosStores } = await load().catch(orMissing);
  const agent = createOriginAgent(new URL(account), { clock, lookup, ca });
  stack.adopt(agent, (each) => each.destroy());
  const options = {
    account,
    database,
    holds,
    fetch: createFetchBy(agent),
    token: await openTokens(settings.connection, stack, deps),
    clock,
    newId,
    audit,
    seal,
    onSettled,
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

/** Why there is no token, and what to look at. */
const noTokenReasons = {
  provider: "Its provider gave no usable answer. Look at `token_url` and the network.",
  refused: "Its provider refuses the client. Look at `client_id`, its secret and `scope`.",
  file: "The file of `token_file` is missing, has ended, or is no signed statement.",
  identity: "IDENTITY_ENDPOINT or IDENTITY_HEADER in the environment cannot be used.",
} satisfies Record<NoToken["because"], string>;

/** Opens the tokens for the account, of the identity that the configuration names. */
async function openTokens(
  settings: CosmosConfig["connection"],
  stack: AsyncDisposableStack,
  deps: HeldStoresDeps,
): Promise<HeldStoresOptions["token"]> {
  const { lookup, ...rest } = deps;
  // Loaded late: most gateways have no Cosmos DB.
  const [{ openOwnTokens }, own] = await Promise.all([
    import("./open-own-tokens.ts"),
    import("../boundary/connections/own-token.ts"),
  ]);
  const identity = identityOf(settings, createHoldSecret(rest.randomBytes(32)));
  const tokens = stack.use(openOwnTokens(identity, { ...rest, ...defined({ lookup }) }));
  return async () => {
    const current = await tokens.current().catch((error: unknown) => {
      if (!(error instanceof own.NoToken)) throw error;
      const reason = noTokenReasons[error.because];
      const message = `There is no token of \`stores.cosmos.connection\`. ${reason}`;
      throw new Error(message, { cause: error });
    });
    // The package sends it to the account alone.
    return { token: openSecret(current.token), refused: () => tokens.refused(current) };
  };
}

function identityOf(
  settings: CosmosConfig["connection"],
  holdSecret: (value: string) => Secret,
): OwnIdentity {
  if (settings.kind === "managed") return settings;
  const { tokenUrl, clientId, scope } = settings;
  const isPrivate = isLoopback(new URL(tokenUrl).hostname);
  const client = { tokenUrl, clientId, scope, isPrivate };
  return settings.kind === "client-assertion"
    ? {
        kind: settings.kind,
        provider: { ...client, clientProof: "assertion" },
        file: settings.file,
      }
    : {
        kind: settings.kind,
        provider: { ...client, clientProof: "post" },
        clientSecret: holdSecret(settings.clientSecret),
      };
}
