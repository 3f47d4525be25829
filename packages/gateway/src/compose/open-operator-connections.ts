import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createAuthorize, createSignIn } from "../boundary/connections/authorize.ts";
import { discover, type Found } from "../boundary/connections/discover.ts";
import { createLogIn } from "../boundary/connections/log-in.ts";
import type { ProviderEgress } from "../boundary/connections/provider.ts";
import { createSignInDevice } from "../boundary/connections/sign-in-device.ts";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { rotateKeys } from "../boundary/secrets/rotate-keys.ts";
import type { Config } from "../config/config.ts";
import { FileLock } from "../governance/audit/file-lock.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { patientDeadlineMs } from "../stores/store-error.ts";
import { noteAt } from "./connection-entries.ts";
import { type ConnectionDeps, makeFirstKey, openConnections } from "./open-connections.ts";
import { within } from "./open-durable-stores.ts";
import { certificatesOf, openConfiguredEgress } from "./open-egress.ts";
import type {
  OpenedConnections,
  OpenOperatorConnections,
  ProviderClues,
} from "./operator-connections.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { orStoreUnusable, vaultUsable } from "./store-unusable.ts";

/** Opens the connections of a gateway, which may be running or not. */
export const openOperatorConnections: OpenOperatorConnections = async (file, runtime) => {
  await using stack = new AsyncDisposableStack();
  const { config, stores, home: folder } = await openOperatorStores(file, runtime);
  stack.use(stores);
  const { clock, operator, randomBytes, signal } = runtime;
  const trusted = await certificatesOf(config.egress, { folder });
  const parts = { ...partsOf(stores, folder, runtime), ...trusted };
  const { key } = config.authority.connections;
  const opened = stack.use(await vaultUsable(openConnections(key, parts), key));
  const { source, client, door, holdSecret } = opened;
  const signIn = createSignIn({ client, clock, randomBytes });
  const signInDevice = createSignInDevice({ client, clock, holdSecret });
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    aloneAt(folder, clock, () => vaultUsable(work(), key));
  const append = async (entry: ReturnType<typeof noteAt>): Promise<void> => {
    await stores.audit.append([entry], "on-disk");
  };
  const owned = stack.move();
  return {
    ...opened,
    operator,
    hasKnownCallers: config.auth !== undefined,
    withKey: (work) =>
      alone(async () => {
        await makeFirstKey(source, parts);
        return work();
      }),
    rotate: () =>
      alone(async () => {
        const rotated = await rotateKeys({
          lines: source,
          store: stores.keys,
          random: randomBytes,
        });
        const { rewrapped: _count, ...about } = rotated;
        await append(noteAt(clock, "keys.rotated", { ...about, by: operator }));
        return rotated;
      }),
    discover: (flags) => discoverBy(door, flags, signal),
    authorize: createAuthorize({ client, clock, randomBytes }),
    signInDevice,
    logIn: createLogIn({ door, client, clock, holdSecret, signIn, signInDevice }),
    servers: serversOf(config),
    noteRefused: (name, because) =>
      append(noteAt(clock, "connection.refused", { name, because, by: operator })),
    openEgress: () => openConfiguredEgress(config.egress, { ...runtime, ...opened, folder }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** Leaves out credentials in addresses: they are not for the provider. */
function serversOf({ toolbox }: Config): OpenedConnections["servers"] {
  const all = toolbox.servers.flatMap(({ name, transport }) => {
    if (transport.kind !== "streamable_http" && transport.kind !== "sse") return [];
    const url = new URL(transport.url);
    url.username = "";
    url.password = "";
    return [[name, { url, connection: transport.connection }] as const];
  });
  return new Map(all);
}

/** Returns what connections need besides their key. */
export function partsOf(
  stores: DurableStores,
  folder: string,
  runtime: ProcessRuntime,
): ConnectionDeps {
  const { clock, newId, randomBytes } = runtime;
  return {
    ...runtime,
    // Short enough to type, yet unguessable.
    newId: () => Buffer.from(randomBytes(12)).toString("hex"),
    stores,
    subjects: new Subjects({ personal: stores.personal, clock, newId }),
    folder,
    registry: new SecretRegistry(),
    write: () => undefined,
  };
}

/** Runs `work` under a file lock, since it changes the key. */
async function aloneAt<T>(folder: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const place = ".toolcourt/connections.lock";
  return orStoreUnusable(
    aloneIn(within(folder, place), clock, work),
    "The lock cannot be made.",
    place,
  );
}

async function aloneIn<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using lock = await FileLock.open(path, clock);
  return await lock.hold(work, patientDeadlineMs);
}

/** Skips discovery if the flags name all endpoints. */
async function discoverBy(
  door: ProviderEgress,
  { issuer, tokenUrl, authorizeUrl, kind, private: isPrivate }: ProviderClues,
  signal: AbortSignal,
): Promise<Found> {
  const isForPerson = kind === "oauth";
  const isDeclared = tokenUrl !== undefined && (authorizeUrl !== undefined || !isForPerson);
  if (issuer === undefined || isDeclared) return {};
  return discover(door, { issuer, isPrivate, isForPerson, signal });
}
