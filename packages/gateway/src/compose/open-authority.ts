import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { followAdmissions } from "../catalog/follow-admissions.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { AuthorityConfig } from "../config/config.ts";
import { forgetSettled } from "../governance/approvals/forget-settled.ts";
import { StateSeal } from "../governance/approvals/state.ts";
import { auditedLog } from "../governance/audit/audited-events.ts";
import { mirroredStores, SettledCopy } from "../governance/audit/mirrored-stores.ts";
import { forgetEnded } from "../governance/grants/expire.ts";
import type { AuthenticationOutcomes } from "../governance/identity/identity.ts";
import { KeyUses, type KeyUsesDeps } from "../governance/identity/key-uses.ts";
import type { HolderOf } from "../governance/identity/static-keys.ts";
import {
  type AcceptedTexts,
  type ChangingPolicy,
  createDefaultPolicy,
  openPolicy,
} from "../governance/policy/open-policy.ts";
import { createFileSource, createStoreSource } from "../governance/policy/sources.ts";
import { openApprovedDrafts } from "../http-tools/drafts/approved-drafts.ts";
import { RoundSeal } from "../pipeline/round-state.ts";
import { Rounds } from "../pipeline/rounds.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import {
  type AuthenticationOutcomesDeps,
  openAuthenticationOutcomes,
} from "./authentication-outcomes.ts";
import { decideOnCalls } from "./decide-on-calls.ts";
import { connectionsWithDesk, policyWithRecords } from "./desk-records.ts";
import { filesOfConnections } from "./named-files.ts";
import { isMirrored, keepResultsOf } from "./open-audit.ts";
import { openConfiguredStores } from "./open-configured-stores.ts";
import { type ConnectionDeps, type OpenConnections, openConnections } from "./open-connections.ts";
import { type OpenStores, within } from "./open-durable-stores.ts";
import { grantEntries } from "./open-grants.ts";
import { openPast } from "./open-past.ts";
import { keepQuarantinedOf } from "./open-quarantine.ts";
import { type OpenRecords, openRecords } from "./open-records.ts";
import { openFoundChannels, openShared } from "./open-shared.ts";
import type { ProgramParts } from "./program-runtime.ts";
import { auditWritable, keysUsable, watchStore } from "./readiness.ts";
import { openSecretFile } from "./secret-file.ts";
import { orStoreUnusable, vaultUsable } from "./store-unusable.ts";

export interface AuthorityDeps
  extends Pick<Runtime, "clock" | "newId" | "randomBytes">,
    Pick<ProgramParts, "stores" | "shared" | "keySource"> {
  readonly write: LogWriter;
  /** Base of relative paths. */
  readonly folder: string;
  /** Returns the address of a server without credentials. */
  readonly addressOf?: (server: string) => string | undefined;
  /** After this time a call is over, or its gateway has died. */
  readonly maxCallMs: number;
  /** Profiles for the tools of a draft set. */
  readonly profilesOf?: (set: string) => readonly ProfileName[];
  /** Looks up the current holder of a key. */
  readonly holderOf?: HolderOf;
  /** The policy texts that the other workers enforce. Default: the file. */
  readonly acceptedPolicy?: AcceptedTexts | undefined;
  /** Whether some caller could be let in. Default: always. */
  readonly canLetIn?: () => boolean;
  /** The secrets in use of the whole process. */
  readonly redaction?: Pick<Redaction, "registry">;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Returns a number in [0, 1). */
  readonly random?: () => number;
  /** Certificates to trust at token providers. Default: the system's. */
  readonly ca?: string | undefined;
}

/** Decides on calls and records them. */
export type OpenAuthority = Awaited<ReturnType<typeof openParts>>;

/** Opens the stores, the audit log, the policy and the approvals. Closes them in reverse order. */
export function openAuthority(
  settings: AuthorityConfig,
  deps: AuthorityDeps,
): Promise<OpenAuthority & AsyncDisposable> {
  return openAll((stack) => openParts(settings, deps, stack));
}

async function openParts(
  settings: AuthorityConfig,
  deps: AuthorityDeps,
  stack: AsyncDisposableStack,
) {
  const { clock } = deps;
  const storeUnits = new Map<string, number>();
  const settled = new SettledCopy();
  const { stores = await openStoresOf(settings, { stack, storeUnits, settled }, deps) } = deps;
  const records = await openRecords(settings, { stores, stack }, deps);
  settled.open(records.copy);
  const { notes, subjects } = records;
  const copied = mirroredStores(stores, records.copy);
  const write = auditedLog(deps.write, notes, clock);
  const { log } = createLogger(write);
  const record = keepResultsOf(settings.results, records, { stores, stack, clock, log });
  const quarantine = keepQuarantinedOf(settings.quarantine, { stores, clock }, { stack, log });
  const policy = await openPolicyOf(settings, { stores, stack }, { ...deps, write });
  const { approvers, retainForMs } = settings.approvals;
  const keeping = { stack, subjects, clock, log };
  forgetDecisions({ ...copied, approvals: stores.approvals }, keeping, retainForMs);
  const { key, ...seals } = await openSeals(settings, deps);
  const past = openPast({ ...records, stores, policy, key }, { stack, clock, log });
  const connecting = { stores: copied, subjects };
  const opened = stack.use(await openConnectionsOf(settings, connecting, { ...deps, write }));
  const shared = await openShared(settings.stores, stack, { ...deps, notices: stores.notices });
  const channels = await openFoundChannels({ ...stores, ...shared, shared, key }, stack, deps);
  return {
    record,
    ...statesOf(records, stack.use(await watchStoreOf(settings, stores, clock)), deps),
    /** Decisions about contracts, over the lock. */
    admissions: stack.use(await followAdmissions(stores.admissions, { clock })),
    /** Audit entries other than calls, and the pseudonyms of principals in them. */
    notes,
    subjects,
    /** Logs, and audits the entries that belong into the audit log. */
    write,
    ...recordCallers({ store: stores.keyUses, log, notes, subjects, clock }, stack),
    ...policyWithRecords(policy, copied, subjects),
    /** Keeps results that broke their contracts, for people. */
    quarantine,
    ...past.kept,
    /** Stored access to other systems, and the files that it reads. */
    ...connectionsWithDesk(opened),
    connectionFiles: () => filesOfConnections(stores.connections, deps.folder),
    /** Request units by container. */
    storeUnits,
    // Shared by all processes of a Redis, or of a PostgreSQL. Unset without one.
    ...(shared && { rate: shared.rate, places: shared.places, queries: shared.queries }),
    ...channels,
    /** The approved drafts of a set, kept current. */
    draftsOf: (set: string) => openApprovedDrafts(stores.drafts, set, { clock }),
    /** Decides on calls of the current tools. */
    over: (current: () => Snapshot) => {
      const parts = { ...seals, ...past, stores: copied, policy, subjects, approvers };
      return decideOnCalls(current, parts, deps);
    },
  };
}

/** Removes old approvals and grants. */
function forgetDecisions(
  { approvals, grants }: Pick<DurableStores, "approvals" | "grants">,
  { stack, subjects, clock, log }: Forgetting,
  forMs: number,
): void {
  stack.use(forgetSettled({ store: approvals, forMs, clock, log }));
  stack.use(
    forgetEnded({ store: grants, forMs, clock, log, entryOf: grantEntries({ subjects, clock }) }),
  );
}

interface Forgetting
  extends Pick<OpenRecords, "subjects">,
    Pick<Runtime, "clock">,
    Pick<Logger, "log"> {
  readonly stack: AsyncDisposableStack;
}

/** Records who was let in or refused, and when keys are used. */
function recordCallers(
  deps: AuthenticationOutcomesDeps & KeyUsesDeps,
  stack: AsyncDisposableStack,
): { readonly outcomes: AuthenticationOutcomes; readonly keyUses: KeyUses } {
  const outcomes = stack.use(openAuthenticationOutcomes(deps));
  return { outcomes, keyUses: stack.use(new KeyUses(deps)) };
}

function watchStoreOf(
  { audit: recorded }: AuthorityConfig,
  { audit, keyUses }: Pick<DurableStores, "audit" | "keyUses">,
  clock: Runtime["clock"],
): ReturnType<typeof watchStore> {
  return watchStore({ audit, keyUses, isMirrored: isMirrored(recorded), clock });
}

type StoreWatch = Awaited<ReturnType<typeof watchStore>>;

/** Returns how the audit log and its store fare. */
function statesOf(
  { unsigned, isFailing, load, pushed, notices, waiting, desks, calls }: OpenRecords,
  { source }: StoreWatch,
  { canLetIn = () => true }: Pick<AuthorityDeps, "canLetIn">,
) {
  return {
    /** Says whether the keys of callers are usable. */
    keysSource: keysUsable(canLetIn),
    /** Returns why the audit log cannot be signed. Undefined if it can, or if there is none. */
    unsigned,
    /** Counts what waits for a person in the log, and among the connections. */
    waiting,
    /** Where people read the audit log and the kept results. */
    desks,
    /** The index of the log, which the console writes. */
    calls,
    /** Says whether the audit log takes entries. */
    auditSource: auditWritable(isFailing),
    /** Returns what each place of the audit log has and lacks. Empty if there is no log. */
    auditLoad: load,
    /** Returns how far each receiver of the audit log has come. */
    pushed,
    /** Returns how many notices about requests each receiver got. */
    noticeCounts: notices,
    /** Says whether the store answers. */
    storeSource: source,
  };
}

function openStoresOf(
  settings: AuthorityConfig,
  { stack, storeUnits, settled }: StoreParts,
  deps: AuthorityDeps,
): Promise<OpenStores> {
  const { log } = createLogger(deps.write);
  return openConfiguredStores(settings, stack, {
    ...deps,
    ...surroundingsOf(deps),
    onCharge: (container, units) =>
      void storeUnits.set(container, (storeUnits.get(container) ?? 0) + units),
    onSettled: settled.copy,
    onHeld: (held) => log("store.held", held),
  });
}

interface StoreParts {
  readonly stack: AsyncDisposableStack;
  /** Request units by container. */
  readonly storeUnits: Map<string, number>;
  readonly settled: SettledCopy;
}

/** Opens the seals. One key signs everything that clients return with their answers. */
async function openSeals(
  { approvals }: AuthorityConfig,
  { clock, folder, randomBytes }: AuthorityDeps,
) {
  const key = await orStoreUnusable(
    openSecretFile(within(folder, approvals.key), randomBytes),
    "The key of approvals cannot be read or made.",
    `${approvals.key} (approvals.key)`,
  );
  const seal = new StateSeal(key, clock);
  const rounds = new Rounds({
    seal: new RoundSeal(key),
    clock,
    isOfApproval: (state) => seal.open(state).kind !== "foreign",
  });
  return { key, seal, rounds };
}

/** Opens the connections. Keys that cannot open the stored secrets abort the start. */
function openConnectionsOf(
  { connections }: AuthorityConfig,
  parts: Pick<ConnectionDeps, "stores" | "subjects">,
  deps: AuthorityDeps,
): Promise<OpenConnections & AsyncDisposable> {
  return vaultUsable(
    openConnections(connections.key, { ...deps, ...parts, ...surroundingsOf(deps) }),
    connections.key,
  );
}

/** What token requests need, with defaults. */
function surroundingsOf({ redaction, environment = {}, random = () => 0 }: AuthorityDeps) {
  return { registry: redaction?.registry ?? new SecretRegistry(), environment, random };
}

async function openPolicyOf(
  { policy }: AuthorityConfig,
  { stores, stack }: { readonly stores: DurableStores; readonly stack: AsyncDisposableStack },
  { clock, folder, write, acceptedPolicy: accepted }: AuthorityDeps,
): Promise<ChangingPolicy> {
  if (policy === undefined) return createDefaultPolicy();
  const source =
    policy.from === "store"
      ? createStoreSource(stores.policies)
      : createFileSource(within(folder, policy.file), policy.file);
  const onlyNarrows = policy.from === "file";
  const logger = createLogger(write);
  return stack.use(await openPolicy(source, { clock, logger, onlyNarrows, accepted }));
}
