import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { poll } from "@toolcourt/contracts/internal/kernel/poll";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuthorityConfig } from "../config/config.ts";
import type { NotifyConfig } from "../config/notify.ts";
import { AuditLog, type AuditLogDeps } from "../governance/audit/audit-log.ts";
import { createOpenTrail, type OpenTrail } from "../governance/audit/call-trail.ts";
import { createCheckpointFile } from "../governance/audit/checkpoint.ts";
import { Checkpoints, type CheckpointsDeps } from "../governance/audit/checkpoints.ts";
import { edgeBeside } from "../governance/audit/edge-file.ts";
import { openFileLog } from "../governance/audit/file-log.ts";
import { openKeyFile, readSigner } from "../governance/audit/key-file.ts";
import type { Copy } from "../governance/audit/mirrored-stores.ts";
import type { Signer } from "../governance/audit/note.ts";
import { type Notes, openNotes } from "../governance/audit/notes.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { reasonOf, troubleText } from "../governance/audit/trouble.ts";
import { type WatchUnfinishedDeps, watchUnfinished } from "../governance/audit/unfinished.ts";
import { keepResults, type ResultsConfig } from "../governance/results/keep-results.ts";
import { forgetResults } from "../governance/results/stored-results.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import type { AppendedRow } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { Logger } from "../telemetry/events.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { auditWithoutTasks, within } from "./open-durable-stores.ts";
import { type NoticeCounts, openNotices } from "./open-notices.ts";
import { type OpenPush, openPush, type PushRuntime } from "./open-push.ts";
import { noCopyFile, orStoreUnusable } from "./store-unusable.ts";

export interface AuditDeps
  extends Pick<Runtime, "clock" | "newId" | "randomBytes">,
    Pick<PushRuntime, "lookup" | "ca"> {
  /** Returns a number in [0, 1). Default: always 0. */
  readonly random?: () => number;
  readonly write: LogWriter;
  /** Base of relative paths. */
  readonly folder: string;
  /** Returns the address of a server without credentials. */
  readonly addressOf?: (server: string) => string | undefined;
  /** Who is told about requests for approval. Default: none. */
  readonly notify?: readonly NotifyConfig[] | undefined;
  /** After this time a call is over, or its gateway has died. */
  readonly maxCallMs: number;
}

export interface OpenAudit {
  readonly record: Stages["record"];
  /** Entries other than calls. */
  readonly notes: Notes;
  readonly subjects: Subjects;
  /** For stores that write to the log themselves. */
  readonly copy: Copy;
  /** Returns why the log cannot be signed, as the end of a sentence. Undefined if it can. */
  readonly unsigned: () => string | undefined;
  /** Returns whether entries were refused a moment ago, and none was written since. */
  readonly isFailing: () => boolean;
  /** Returns what each place of the log has and lacks. */
  readonly load: AuditLog["load"];
  /** Signs the log to its end, if it can. */
  readonly sign: () => Promise<void>;
  readonly signer: Pick<Signer, "name" | "publicKey">;
  /** Returns how far each receiver of the log has come. */
  readonly pushed: OpenPush["states"];
  /** Returns how many notices each receiver got. */
  readonly notices: () => readonly NoticeCounts[];
}

/** A removed key or a replaced store is noticed within this time, and so is its return. */
const lookMs = 1_000;

type AuditSettings = AuthorityConfig["audit"];

interface KeepResultsDeps extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "results">;
  readonly stack: AsyncDisposableStack;
  readonly log: Logger["log"];
}

/** Opens the audit log of a store: its key, its copy, its checkpoints and its call records. */
export function openAudit(
  stores: DurableStores,
  settings: AuditSettings,
  deps: AuditDeps,
): Promise<OpenAudit & AsyncDisposable> {
  const { audit: store, personal } = stores;
  const { clock, newId, write, addressOf } = deps;
  const { log } = createLogger(write);
  return openAll(async (stack) => {
    const signer = await openSigner(settings, deps);
    const calls = auditWithoutTasks(stores);
    const watching = watchUnfinished({
      store: calls,
      clock,
      maxCallMs: deps.maxCallMs,
      ...foundBy(log),
    });
    stack.use(await orStoreUnusable(watching, "The store failed."));
    const checkpoints = stack.use(createCheckpoints({ store, signer }, settings, deps));
    // Reports a replaced store at once.
    stack.use(await poll({ clock, everyMs: lookMs, look: () => checkpoints.look() }));
    const second = await openSecond(settings, signer, { stack, folder: deps.folder });
    const { random = () => 0 } = deps;
    const runtime = { ...deps, random, log, stack };
    const push = await openPush(settings.push ?? [], { stores, signer }, runtime);
    const notices = await openNotices(deps.notify ?? [], { stores, signer }, runtime);
    const onAppended = (rows: readonly AppendedRow[]): void => {
      checkpoints.appended(rows);
      push.appended(rows);
    };
    const places = { clock, require: settings.mustReach, onAppended, ...loggedBy(log) };
    const auditLog = stack.use(new AuditLog(store, { ...places, ...(second && { second }) }));
    const subjects = new Subjects({ personal, clock, newId });
    const notes = stack.use(openNotes({ log: auditLog, clock }));
    const { receipts } = settings;
    const trails = { log: auditLog, clock, subjects, receipts, ...(addressOf && { addressOf }) };
    return {
      record: recordBy(createOpenTrail(trails)),
      notes,
      subjects,
      copy: auditLog.copy,
      unsigned: () => whyUnsigned(checkpoints, settings),
      isFailing: () => auditLog.isFailing(),
      load: () => auditLog.load(),
      sign: () => checkpoints.sign(),
      signer,
      pushed: push.states,
      notices,
    };
  });
}

/** Logs each outage and each recovery of a place. */
function loggedBy(log: Logger["log"]): Pick<AuditLogDeps, "onFailed" | "onRecovered"> {
  return {
    onFailed: (place, { message }) => log("audit.failed", { place, because: message }),
    onRecovered: (place) => log("audit.recovered", { place }),
  };
}

function foundBy(log: Logger["log"]): Pick<WatchUnfinishedDeps, "onFound"> {
  return {
    onFound: (calls) => {
      const mayRun = calls.filter(({ mayStillRun }) => mayStillRun).length;
      log("audit.unfinished", { calls: calls.length, mayRun });
    },
  };
}

function createCheckpoints(
  signing: Pick<CheckpointsDeps, "store" | "signer">,
  settings: AuditSettings,
  deps: AuditDeps,
): Checkpoints {
  const { log } = createLogger(deps.write);
  const key = within(deps.folder, settings.key);
  return new Checkpoints({
    ...signing,
    clock: deps.clock,
    readKey: () => readSigner(key),
    edgeFile: edgeBeside(key, signing.signer),
    ...sendingTo(settings.checkpoints, deps),
    onTrouble: (trouble) => log("audit.unsigned", { because: troubleText(trouble) }),
    onRecovered: () => log("audit.signed", {}),
  });
}

/** A store that is away leaves the log to its mirror, where one place is enough. */
function whyUnsigned({ unsigned }: Checkpoints, settings: AuditSettings): string | undefined {
  if (unsigned === undefined) return undefined;
  const isLeft = unsigned.kind === "store-failed" && isMirrored(settings);
  return isLeft ? undefined : reasonOf(unsigned);
}

/** Reports whether calls are recorded while the store is away. */
export function isMirrored({ mirrorFile, mustReach }: AuditSettings): boolean {
  return mirrorFile !== undefined && mustReach === "any";
}

async function openSigner(
  { key }: AuditSettings,
  { folder, newId, write }: AuditDeps,
): Promise<Signer> {
  const newName = (): string => `toolcourt-${newId()}`;
  const opening = openKeyFile({ path: within(folder, key), newName });
  const { signer, isNew } = await orStoreUnusable(
    opening,
    "The key of the audit log cannot be read or made.",
    `${key} (audit.key)`,
  );
  if (isNew) createLogger(write).log("audit.created", { publicKey: signer.publicKey });
  return signer;
}

function sendingTo(path: string | undefined, { folder }: AuditDeps) {
  return path === undefined ? {} : { send: createCheckpointFile(within(folder, path)) };
}

async function openSecond(
  { mirrorFile: copy }: AuditSettings,
  { name: origin }: Signer,
  { stack, folder }: { readonly stack: AsyncDisposableStack; readonly folder: string },
): Promise<AuditLogDeps["second"]> {
  if (copy === undefined) return undefined;
  const opening = openFileLog({ path: within(folder, copy), origin });
  return stack.use(await orStoreUnusable(opening, noCopyFile, `${copy} (audit.mirror_file)`));
}

/** Returns plain functions: stages take a record apart. */
function recordBy(openTrail: OpenTrail): Stages["record"] {
  return (call) => {
    const trail = openTrail(call);
    return {
      durable: (approved) => trail.durable(approved),
      closed: (reached, outcome) => trail.closed(reached, outcome),
    };
  };
}

/** Stores results with the record of their calls, and deletes them when they expire. */
export function keepResultsOf(
  settings: ResultsConfig,
  { record, subjects }: Pick<OpenAudit, "record" | "subjects">,
  { stores, stack, clock, log }: KeepResultsDeps,
): Stages["record"] {
  const { results: store } = stores;
  // Runs even if no results are kept now: older ones still expire.
  stack.use(forgetResults({ store, forMs: settings.retainForMs, clock, log }));
  return keepResults(record, { ...settings, store, subjectOf: subjects.of, clock, log });
}
