import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { ConnectionAdmin } from "../boundary/connections/connection-admin.ts";
import { ConnectionDesk } from "../boundary/connections/connection-desk.ts";
import { type Connections, createConnections } from "../boundary/connections/connections.ts";
import { TokenExchange } from "../boundary/connections/exchange.ts";
import { createGrant, type GrantDeps } from "../boundary/connections/grant.ts";
import { createFindIdentity, type FindIdentity } from "../boundary/connections/identity.ts";
import { LastTroubles } from "../boundary/connections/last-troubles.ts";
import { ManagedConnections } from "../boundary/connections/managed-connections.ts";
import { createOpenCredential, HeldCredentials } from "../boundary/connections/open-credential.ts";
import type {
  ProviderClient,
  ProviderClientDeps,
  ProviderEgress,
} from "../boundary/connections/provider.ts";
import { createRenew } from "../boundary/connections/renew.ts";
import { createGiveBack } from "../boundary/connections/revoke-at-provider.ts";
import { SaveGranted } from "../boundary/connections/save-granted.ts";
import { createStepUp, type StepUpDeps } from "../boundary/connections/step-up.ts";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import type { Dial } from "../boundary/egress/connector.ts";
import type { Egress, EgressOptions } from "../boundary/egress/egress.ts";
import { openInstanceMetadata } from "../boundary/egress/instance-metadata.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import type { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { CurrentVault } from "../boundary/secrets/current-vault.ts";
import { keyLineOf, parseKeys } from "../boundary/secrets/keys.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import { VaultError } from "../boundary/secrets/vault-error.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import type { ConnectionStore } from "../stores/connection-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { createConnectionEntryOf } from "./connection-entries.ts";
import {
  isMissingKey,
  type KeySource,
  type KeySourceDeps,
  openKeySource,
} from "./open-key-source.ts";

const kilobyte = 1024;

/** No retries: a refresh token sent twice may revoke all of its tokens. */
const common = {
  gateway: { kind: "none" },
  redirects: "refused",
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 0, perMs: 1_000 } },
  limits: {
    maxPayloadBytes: 64 * kilobyte,
    maxResponseBytes: 256 * kilobyte,
    deadlineMs: 15_000,
    connections: 4,
  },
} satisfies Omit<EgressOptions, "policy">;

export interface ConnectionDeps
  extends KeySourceDeps,
    ProviderEgressDeps,
    Pick<Runtime, "newId" | "randomBytes"> {
  readonly stores: Pick<DurableStores, "connections" | "keys">;
  readonly subjects: Pick<Subjects, "of">;
  /** The secrets in use of the whole process. */
  readonly registry: Pick<SecretRegistry, "hold">;
  readonly write: LogWriter;
}

export interface OpenConnections {
  readonly connections: Connections;
  readonly admin: ConnectionAdmin;
  /** For people who look after a running gateway. */
  readonly desk: ConnectionDesk;
  readonly client: ProviderClient;
  readonly door: ProviderEgress;
  readonly vault: CurrentVault;
  readonly source: KeySource;
  readonly holdSecret: ReturnType<typeof createHoldSecret>;
  readonly findIdentity: FindIdentity;
}

export interface ProviderEgressDeps extends Pick<Runtime, "clock" | "random"> {
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
  /** Certificates to trust instead of the system's. */
  readonly ca?: string | undefined;
  /** Opens a connection to a checked address. Default: the network. */
  readonly dial?: Dial | undefined;
  /** The operator himself names each address. Default: each request says whether it is private. */
  readonly addresses?: "any";
}

/**
 * Opens connections over a store. The vault opens on first use. If secrets are stored already,
 * wrong keys cause a `VaultError` now.
 */
export function openConnections(
  key: string,
  parts: ConnectionDeps,
): Promise<OpenConnections & AsyncDisposable> {
  const { stores, clock, registry, folder, newId } = parts;
  return openAll(async (stack) => {
    const { keySource: source = openKeySource(key, parts) } = parts;
    const holdSecret = createHoldSecret(parts.randomBytes(32));
    const readKeys = async () => parseKeys(await source.read());
    const vault = new CurrentVault({ readKeys, store: stores.keys, holdSecret });
    await vault.check();
    const closing = new AbortController();
    const { door } = stack.use(openProviderDoors(parts));
    stack.defer(() => closing.abort());
    const client = clientOnDemand({ door, holdSecret, clock, randomBytes: parts.randomBytes });
    const entryOf = createConnectionEntryOf(parts);
    const store = stores.connections;
    const { log } = createLogger(parts.write);
    const held = new HeldCredentials(registry);
    const { signal } = closing;
    const asking = { store, vault, clock, client, registry, signal, entryOf };
    const unsaved = (connection: string): void => log("connection.save-failed", { connection });
    const reading = { holdSecret, folder };
    const { findIdentity, renew, stepUp } = createGrants({ ...asking, ...reading, unsaved });
    const openCredential = createOpenCredential({ vault, held, holdSecret, folder });
    const exchange = new TokenExchange({ ...asking, held });
    const metadata = stack.use(openInstanceMetadata(parts));
    const { environment } = parts;
    const own = { ...asking, ...reading, environment, door, metadata };
    const managed = new ManagedConnections({ ...own, held });
    const using = { store, clock, held, openCredential };
    const troubles = new LastTroubles({ clock });
    const connections = troubles.watch(
      createConnections({ ...using, renew, stepUp, exchange, managed }),
    );
    const admin = new ConnectionAdmin({ store, vault, clock, newId, entryOf });
    const desk = new ConnectionDesk({ ...asking, admin, connections, troubles, holdSecret });
    return { connections, admin, desk, client, door, vault, source, holdSecret, findIdentity };
  });
}

interface GrantsDeps extends Omit<StepUpDeps, "grant">, Omit<GrantDeps, "findIdentity"> {
  readonly store: ConnectionStore;
  readonly vault: CurrentVault;
  readonly client: ProviderClient;
  /** Reports that a new token exists only in memory. */
  readonly unsaved: (connection: string) => void;
}

/** Creates what asks providers for tokens. A grant may need a login, which may need a grant. */
function createGrants(deps: GrantsDeps) {
  const findIdentity: FindIdentity = createFindIdentity({
    ...deps,
    renew: (login) => renew(login),
  });
  const grant = createGrant({ ...deps, findIdentity });
  const saving = new SaveGranted(deps, deps.unsaved);
  const renew = createRenew({ ...deps, grant, saving, giveBack: createGiveBack(deps) });
  return { findIdentity, renew, stepUp: createStepUp({ ...deps, grant }) };
}

/** Loads the OAuth code with the first token request. */
export function clientOnDemand(dependencies: ProviderClientDeps): ProviderClient {
  let loading: Promise<ProviderClient> | undefined;
  const client = (): Promise<ProviderClient> => {
    loading ??= import("../boundary/connections/provider.ts").then((provider) =>
      provider.createProviderClient(dependencies),
    );
    return loading;
  };
  return {
    ask: async (...asking) => (await client()).ask(...asking),
    startDevice: async (...starting) => (await client()).startDevice(...starting),
    revoke: async (...revoking) => (await client()).revoke(...revoking),
  };
}

/** Creates the first key. Throws if a key is missing that stored secrets need. */
export async function makeFirstKey(
  source: KeySource,
  { stores: { keys }, randomBytes }: Pick<ConnectionDeps, "stores" | "randomBytes">,
): Promise<void> {
  const readKeys = async () => parseKeys(await source.read());
  try {
    await readKeys();
  } catch (error) {
    if (!isMissingKey(error)) throw error;
    const counts = await keys.countByWrapping();
    // A new key would hide the loss of the old one, and of everything sealed with it.
    if ([...counts.values()].some((count) => count > 0)) throw new VaultError("key-lost");
    if (source.make === undefined) throw error;
    const versions = (await keys.checks()).map(({ keyVersion }) => keyVersion);
    const version = Math.max(0, ...versions) + 1;
    await source.make(() => keyLineOf(version, randomBytes(32)));
    // The key file may exist but be empty.
    await readKeys();
  }
}

/**
 * Opens egress to providers, one per origin named by a connection. Providers are no targets, so
 * they bypass the gateway of target calls. Their addresses are checked like all others.
 */
export function openProviderDoors(deps: ProviderEgressDeps): {
  readonly door: ProviderEgress;
} & AsyncDisposable {
  const { clock, random, lookup = systemLookup, ca, dial, addresses } = deps;
  const stack = new AsyncDisposableStack();
  const doors = new Map<string, Egress>();

  const opened = (url: string, isPrivate: boolean): Egress => {
    const policy = { hosts: hostsOf(url, addresses ?? isPrivate) };
    const options = { ...common, policy, ...(ca !== undefined && { ca }) };
    return stack.use(openEgress(options, { clock, random, lookup, ...defined({ dial }) }));
  };
  return {
    door: (url, isPrivate) => {
      const name = `${isPrivate} ${URL.parse(url)?.origin ?? ""}`;
      const door = doors.get(name) ?? opened(url, isPrivate);
      doors.set(name, door);
      return door;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns no hosts for an unacceptable address, so every request is refused. */
function hostsOf(
  url: string,
  isPrivate: ProviderEgressDeps["addresses"] | boolean,
): EgressOptions["policy"]["hosts"] {
  const read = readUrl(url);
  if (read.kind === "unreadable") return [];
  const { scheme, host, port } = read;
  const own = isLoopback(host) ? "loopback" : "private";
  const addresses = isPrivate === "any" ? isPrivate : isPrivate ? own : "public";
  return [{ scheme, host, port, methods: ["GET", "POST"], addresses, route: "direct" }];
}
