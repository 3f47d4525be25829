import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { codeOf } from "../boundary/files/read-file.ts";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import type { AuthorityConfig, Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import { receiversOf } from "../config/notify.ts";
import {
  type EdgeFile,
  edgeBeside,
  loadEdge,
  type SignedEdge,
} from "../governance/audit/edge-file.ts";
import { asFileLogError, openFileLog } from "../governance/audit/file-log.ts";
import { readSigner } from "../governance/audit/key-file.ts";
import { type Copy, mirroredStores, SettledCopy } from "../governance/audit/mirrored-stores.ts";
import type { Signer } from "../governance/audit/note.ts";
import type { PushCursors } from "../governance/audit/push-rows.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { Drafts } from "../http-tools/drafts/drafts.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { PolicyStore } from "../stores/policy-store.ts";
import { patientDeadlineMs } from "../stores/store-error.ts";
import { type ConfigLookupDeps, findConfig } from "./find-config.ts";
import { maxCallMs } from "./max-call-ms.ts";
import { openConfiguredStores } from "./open-configured-stores.ts";
import { auditWithoutTasks, type StoresDeps, storePlace, within } from "./open-durable-stores.ts";
import { certificatesOf } from "./open-egress.ts";
import type { HeldStoresDeps } from "./open-held-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { draftAudit, profilesOfSet, servedSets } from "./set-drafts.ts";
import { noAuditKey, noCopyFile, orStoreUnusable } from "./store-unusable.ts";

/** A plain failure message would suggest that the change, such as an approval, was not made. */
const onlyInStore =
  "The change was made and audited in the store, but the copy of the audit log lacks the entry.";

/** The audit log of a gateway. */
export interface OpenedAudit extends AsyncDisposable {
  readonly store: AuditStore;
  /** Reads the key that signs checkpoints. It lies apart from the store. */
  readonly signer: () => Promise<Signer>;
  /** Returns how far the gateway has signed the log. Default: unknown. */
  readonly edgeOf?: (signer: Signer) => Promise<SignedEdge | undefined>;
  /** Returns the file that remembers it. Default: none. */
  readonly edgeFileOf?: (signer: Signer) => EdgeFile;
  /** Links pseudonyms in the log to persons. Default: no links. */
  readonly subjects?: Pick<Subjects, "find" | "erase">;
  /** The configured receivers of the log and their cursors. Default: none. */
  readonly push?: PushCursors;
  /** Upper bound of a call. A call that is older has ended, or its gateway has. */
  readonly maxCallMs: number;
  /** The operator, as the log names them. */
  readonly operator: string;
}

/** The stored policies of a gateway. */
export interface OpenedPolicies extends AsyncDisposable {
  readonly policies: PolicyStore;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
  /** Whether the configuration takes its policy from the store. */
  readonly isUsed: boolean;
}

/** The stored drafts of a gateway. */
export interface OpenedDrafts extends AsyncDisposable {
  readonly drafts: Drafts;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
  /** The sets whose approved drafts the configuration serves as tools. */
  readonly served: readonly string[];
  /** Returns whether the tools of a set need the fields of cloud discovery. */
  readonly isDiscovery: (set: string) => boolean;
}

interface OperatorStores {
  readonly config: Config;
  readonly stores: DurableStores;
  /** Folder of the configuration. Relative paths start here. */
  readonly home: string;
}

type AuditConfig = AuthorityConfig["audit"];
type OperatorDeps = Pick<
  ProcessRuntime,
  "clock" | "newId" | "random" | "randomBytes" | "environment" | "lookup" | "dial"
>;

/** Opens the stores of a gateway, which may be running or not. */
export async function openOperatorStores(
  file: string | undefined,
  deps: ConfigLookupDeps & OperatorDeps,
  { mayBeMade = true } = {},
): Promise<OperatorStores> {
  const { text, source } = await findConfig(file, deps);
  // Operators must be able to work where the secrets of servers are not, and no command runs.
  const config = loadConfig(text, { ...source, opensNoServer: true });
  const home = resolve(deps.folder, file === undefined ? "." : dirname(file));
  const { clock, signal } = deps;
  const { authority } = config;
  if (authority.stores.url === "memory:") {
    throw new Refusal("store-unusable", { because: inMemory });
  }
  if (!mayBeMade) await assertThere(authority.stores.url, home);
  // Interactive: waiting for a slow disk is better than a retry by hand.
  const { newId, random, randomBytes, environment, lookup, dial } = deps;
  const certificates =
    authority.stores.cosmos && (await certificatesOf(config.egress, { folder: home }));
  const place = {
    clock,
    newId,
    random,
    randomBytes,
    environment,
    lookup,
    dial,
    // Commands print no text of others, so nothing of it is searched.
    registry: new SecretRegistry(),
    folder: home,
    deadlineMs: patientDeadlineMs,
    ...certificates,
  };
  return { config, home, stores: await unlessStopped(openCopiedStores(authority, place), signal) };
}

/** Makes the wait for a locked store abortable. */
async function unlessStopped<T extends AsyncDisposable>(
  opening: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => {
    stopped.reject(signal.reason);
    // Disposes of a store that opens after the abort.
    opening.then(
      (opened) => opened[Symbol.asyncDispose](),
      () => undefined,
    );
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([opening, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Refuses a missing store. Creating an empty one would hide a wrong working directory. */
async function assertThere(url: string, home: string): Promise<void> {
  if (!url.startsWith("sqlite:")) return;
  const found = await stat(within(home, url.slice("sqlite:".length))).catch(codeOf);
  if (found !== "ENOENT" && found !== "ENOTDIR") return;
  const because = `There is no store: a gateway creates it at its first start. It would be ${storePlace(url)}.`;
  throw new Refusal("store-unusable", { because });
}

const inMemory = "The store is in the memory of a gateway, and no other process can read it.";

export async function openAudit(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedAudit> {
  const { config, stores, home } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, newId } = runtime;
  const key = within(home, config.authority.audit.key);
  return {
    store: auditWithoutTasks(stores),
    subjects: new Subjects({ personal: stores.personal, clock, newId }),
    signer: () =>
      orStoreUnusable(readSigner(key), noAuditKey, `${config.authority.audit.key} (audit.key)`),
    edgeOf: (signer) => loadEdge(edgeBeside(key, signer)),
    edgeFileOf: (signer) => edgeBeside(key, signer),
    push: { deliveries: stores.deliveries, receivers: receiversOf(config.authority) },
    maxCallMs: maxCallMs(config.toolbox),
    operator: runtime.operator,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

export async function openPolicies(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedPolicies> {
  const { config, stores } = await openOperatorStores(file, runtime);
  return {
    policies: stores.policies,
    operator: runtime.operator,
    isUsed: config.authority.policy?.from === "store",
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

export async function openDrafts(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedDrafts> {
  const opened = await openOperatorStores(file, runtime);
  const { stores } = opened;
  return {
    ...draftsOver(opened, runtime),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** Returns the drafts of open stores. */
export function draftsOver(
  { config, stores }: Pick<OperatorStores, "config" | "stores">,
  { clock, newId, operator }: ProcessRuntime,
): Omit<OpenedDrafts, keyof AsyncDisposable> {
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const profilesOf = (set: string) => profilesOfSet(config, set);
  return {
    drafts: new Drafts({ store: stores.drafts, clock, profilesOf, ...draftAudit(subjects, clock) }),
    operator,
    served: servedSets(config),
    isDiscovery: (set) => profilesOf(set).includes("cloud-discovery"),
  };
}

type CopiedStoresDeps = Omit<HeldStoresDeps, "audit" | "seal" | "resultsForMs">;

/**
 * Opens the stores of a gateway for a command next to it. Copies their audit rows as the gateway
 * does.
 */
export function openCopiedStores(
  { audit, ...settings }: Pick<AuthorityConfig, "stores" | "audit" | "results">,
  place: StoresDeps & CopiedStoresDeps,
): Promise<DurableStores> {
  return openAll(async (stack) => {
    const settled = new SettledCopy();
    const deps = { ...place, onSettled: settled.copy };
    const stores = await openConfiguredStores({ ...settings, audit }, stack, deps);
    const opening = openCopy(audit, place, stack);
    // If one place suffices, it is the store.
    const copy = await (audit.mustReach === "any"
      ? opening.catch(() => undefined)
      : orStoreUnusable(
          opening,
          `${noCopyFile} A gateway creates it when it starts.`,
          `${audit.mirrorFile} (audit.mirror_file)`,
        ));
    if (copy === undefined) return { ...stores };
    settled.open(copy);
    return mirroredStores(stores, copy);
  });
}

async function openCopy(
  { mirrorFile: copy, key, mustReach }: AuditConfig,
  { clock, folder, deadlineMs }: StoresDeps,
  stack: AsyncDisposableStack,
): Promise<Copy | undefined> {
  if (copy === undefined) return undefined;
  const reading = readSigner(within(folder, key));
  const { name: origin } = await orStoreUnusable(reading, noAuditKey, `${key} (audit.key)`);
  const waits = deadlineMs === undefined ? {} : { timeoutMs: deadlineMs };
  // Recreating a removed copy would hide the removal from the gateway.
  const place = { path: within(folder, copy), mayBeMade: false };
  const file = stack.use(await openFileLog({ ...place, origin, clock, ...waits }));
  return async (entries) => {
    try {
      await file.append(entries, "on-disk");
    } catch (cause) {
      if (mustReach === "any") return;
      const because = `${onlyInStore} ${asFileLogError(cause).message} It is ${copy} (audit.mirror_file).`;
      throw new Refusal("store-unusable", { because }, { cause });
    }
  };
}
