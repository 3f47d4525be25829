import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { emptyLock, type Lock, withLocked } from "@toolcourt/contracts/internal/lock/lock";
import type { Overlay, Tool } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Logger } from "../../telemetry/events.ts";
import { createDetailLogger, createLogger, type LogEntry } from "../../telemetry/logger.ts";
import { buildSnapshot, type Snapshot } from "../snapshot.ts";
import type { Collision, ServerPolicy, ToolConfig } from "../tool-config.ts";
import { admitLocal, unconfiguredLocal } from "./admit-local.ts";
import { admitServer } from "./admit-server.ts";
import type { Arranged } from "./arrange.ts";
import type { Candidate } from "./candidate.ts";
import type { DecisionOf, IsApproved } from "./compare-with-lock.ts";
import type { JudgeContract } from "./conformance.ts";
import { configuredNames } from "./find-settings.ts";
import { LeftOut, type LeftOutServer } from "./leave-out.ts";
import { namingBy, type Owners, ownersInLock, rememberOwners } from "./owners.ts";
import type {
  AdmittedServer,
  Present,
  ServerAdmission,
  ServerListing,
} from "./server-admission.ts";

/** The operator's configuration of tools. */
export interface Toolbox {
  /** Name of the toolbox in messages: its path in the file. */
  readonly toolboxPath: string;
  readonly tools: readonly ToolConfig[];
  /** Default: decided by the profiles of the servers that collide. */
  readonly collision?: Collision | undefined;
  /** Names of the gateway's own tools. Default: it has none. */
  readonly reserved?: ReadonlySet<string> | undefined;
  /** In file order. */
  readonly servers: readonly ServerPolicy[];
  readonly localProfiles: readonly ProfileName[];
  readonly overlayOf: (server: string, tool: string) => Overlay | undefined;
  readonly present?: Present;
  /** Whether contracts missing from the lock are refused rather than trusted. */
  readonly frozen: boolean;
  /**
   * Tells whether a contract was approved as a draft. Such a contract is locked as soon as it
   * appears. Default: none is.
   */
  readonly isApproved?: IsApproved;
  /** Returns the newest decision about a tool in the store. Default: there is none. */
  readonly decisionOf?: DecisionOf | undefined;
}

export interface AdmissionInput {
  readonly toolbox: Toolbox;
  readonly local: readonly Tool[];
  /** Tool lists of the servers that answered. An optional server that is down has no entry. */
  readonly listings: readonly ServerListing[];
  /** Undefined if there is no lock yet. */
  readonly lock: Lock | undefined;
  readonly judge: JudgeContract;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Tools that drifted since the start, by server and name. Only an approval releases one. */
export type Quarantine = ReadonlyMap<string, DriftedTools>;

export interface Admission {
  readonly snapshot: Snapshot;
  /** The updated lock. The same object as before if nothing is new. */
  readonly lock: Lock;
  readonly events: readonly LogEntry[];
  readonly quarantine: Quarantine;
  readonly owners: Owners;
  readonly local: readonly Candidate[];
  readonly byServer: ReadonlyMap<string, readonly Candidate[]>;
  /** Candidates that would take the name of another tool. */
  readonly taken: Arranged["taken"];
  /** Why each optional server is left out until the next start. */
  readonly leftOut: ReadonlyMap<string, LeftOutServer>;
}

/**
 * Decides at the start which tools exist: local tools first, then server by server. Throws a
 * `Refusal` if the gateway may not start.
 */
export async function admitTools(input: AdmissionInput): Promise<Admission> {
  const { toolbox, listings, judge } = input;
  const events: LogEntry[] = [];
  const write = (entry: LogEntry): void => void events.push(entry);
  const { log } = createLogger(write);
  const naming = namingBy(toolbox);
  const leaving = new LeftOut(naming.policyOf, log);
  if (toolbox.frozen) refuseWithoutLock(input);

  const { localProfiles: profiles } = toolbox;
  const { tools } = toolbox;
  const local = await admitLocal(input.local, { tools, judge, log, profiles });
  const logTool = createDetailLogger(write).log;
  const servers = await admitServers(inOrder(listings, toolbox), input, { log, logTool, leaving });
  leaving.refuse(unconfiguredLocal(input.local, tools), {
    configured: configuredNames(tools),
    toolboxPath: toolbox.toolboxPath,
  });
  reportMissing({
    tools,
    servers: toolbox.servers.map(({ name }) => name),
    returned: servers.returned,
    local: new Set(input.local.map(({ name }) => name)),
    lock: input.lock,
    log,
  });
  const candidates = [...local, ...[...servers.byServer.values()].flat()];
  const owners = ownersInLock(input.lock, naming);
  const arrangement = { ...toolbox, ...naming, owners, log };
  const { placed, taken, owners: assigned } = leaving.arrange(candidates, arrangement, write);
  const lock = lockedAfter(
    input,
    { ...servers, toLock: without(servers.toLock, leaving.servers) },
    { taken, owners: assigned, candidates },
  );
  if (input.lock === undefined && listings.length > 0) announceLock(lock, log);
  return {
    ...servers,
    lock,
    snapshot: buildSnapshot(1, placed.values()),
    events,
    local,
    owners: new Map([...owners, ...assigned]),
    taken,
    byServer: without(servers.byServer, leaving.servers),
    leftOut: leaving.servers,
  };
}

/** Removes the servers that are left out. */
function without<Value>(
  byServer: ReadonlyMap<string, Value>,
  leftOut: ReadonlyMap<string, LeftOutServer>,
): ReadonlyMap<string, Value> {
  return new Map([...byServer].filter(([server]) => !leftOut.has(server)));
}

/** Locks the admitted tools. One that is held for its name is not trusted on first use. */
function lockedAfter(
  { lock: before = emptyLock, toolbox }: AdmissionInput,
  { toLock, byServer }: AdmittedServers,
  { taken, ...assigned }: Parameters<typeof rememberOwners>[1] & Pick<Arranged, "taken">,
): Lock {
  const lock = [...toLock].reduce(
    (made, [server, tools]) =>
      remember(made, server, withoutTaken(tools, byServer.get(server) ?? [], taken)),
    before,
  );
  return toolbox.frozen ? lock : rememberOwners(lock, assigned, namingBy(toolbox));
}

/** Leaves out the tools that would take the name of another. */
export function withoutTaken(
  tools: AdmittedServer["toLock"],
  candidates: readonly Candidate[],
  taken: Arranged["taken"],
): AdmittedServer["toLock"] {
  const names = new Set(
    candidates.filter((each) => taken.has(each)).map(({ contract }) => contract.name),
  );
  return new Map([...tools].filter(([name]) => !names.has(name)));
}

function inOrder(
  listings: readonly ServerListing[],
  { servers }: Toolbox,
): readonly ServerListing[] {
  return servers.flatMap(({ name }) => listings.filter(({ policy }) => policy.name === name));
}

interface AdmittedServers {
  readonly byServer: ReadonlyMap<string, readonly Candidate[]>;
  readonly returned: ReadonlyMap<string, ReadonlySet<string>>;
  readonly quarantine: Quarantine;
  readonly toLock: ReadonlyMap<string, AdmittedServer["toLock"]>;
}

async function admitServers(
  listings: readonly ServerListing[],
  { toolbox, lock, judge, now }: AdmissionInput,
  { leaving, ...logs }: Pick<ServerAdmission, "log" | "logTool"> & { readonly leaving: LeftOut },
): Promise<AdmittedServers> {
  const byServer = new Map<string, readonly Candidate[]>();
  const returned = new Map<string, ReadonlySet<string>>();
  const quarantine = new Map<string, DriftedTools>();
  const toLock = new Map<string, AdmittedServer["toLock"]>();
  for (const listing of listings) {
    const { name } = listing.policy;
    const admitting = admitServer(listing, {
      ...toolbox,
      judge,
      ...logs,
      now,
      occasion: "start",
      locked: lock?.servers.get(name),
      quarantined: new Map(),
      before: new Map(),
    });
    const admitted = await admitting.catch((error: unknown) => leaving.note(name, error));
    if (admitted === undefined) continue;
    byServer.set(name, admitted.candidates);
    returned.set(name, admitted.returned);
    quarantine.set(name, admitted.quarantined);
    toLock.set(name, admitted.toLock);
  }
  return { byServer, returned, quarantine, toLock };
}

/** Adds new entries to the lock. Records a server even without tools, so it is known next time. */
export function remember(
  lock: Lock,
  server: string,
  toLock: Parameters<typeof withLocked>[2],
): Lock {
  const isNew = toLock.size > 0 || !lock.servers.has(server);
  return isNew ? withLocked(lock, server, toLock) : lock;
}

function refuseWithoutLock({ lock, listings }: AdmissionInput): void {
  const servers = listings
    .map(({ policy }) => policy.name)
    .filter((name) => lock?.servers.has(name) !== true);
  if (servers.length > 0) throw new Refusal("lock-missing", { servers });
}

function announceLock({ servers }: Lock, log: Logger["log"]): void {
  const tools = [...servers.values()].reduce((sum, { size }) => sum + size, 0);
  log("lock.created", { tools, servers: servers.size });
}

interface Attendance {
  readonly tools: readonly ToolConfig[];
  /** Every configured server, in order. */
  readonly servers: readonly string[];
  /**
   * Tool names of each server that answered. A server that did not answer has no entry: its tools
   * are unknown.
   */
  readonly returned: ReadonlyMap<string, ReadonlySet<string>>;
  readonly local: ReadonlySet<string>;
  readonly lock: Lock | undefined;
  readonly log: Logger["log"];
}

/** Reports expected tools that are missing: those in the configuration, then those in the lock. */
function reportMissing(attendance: Attendance): void {
  const { tools, log } = attendance;
  const logged = new Set<string>();
  for (const entry of tools) {
    const owners = missingFrom(entry, attendance);
    if (owners === undefined) continue;
    for (const owner of owners) logged.add(keyOf(owner, entry.name));
    const server = owners.join(", ");
    if (owners.length > 0) log("tool.removed", { tool: entry.name, server });
    else if (attendance.servers.length === 0) log("tool.not-found", { tool: entry.name });
  }
  reportGone(attendance, logged);
}

/** Returns the servers that should have the tool, or undefined if there is nothing to report. */
function missingFrom(
  { name, server }: ToolConfig,
  attendance: Attendance,
): readonly string[] | undefined {
  const { returned, local, servers, lock } = attendance;
  if (server !== undefined) {
    return returned.get(server)?.has(name) === false ? [server] : undefined;
  }
  if (local.has(name) || [...returned.values()].some((names) => names.has(name))) return undefined;
  const recorded = servers.filter((each) => lock?.servers.get(each)?.has(name) === true);
  const possible = recorded.length > 0 ? recorded : servers;
  // A server that did not answer may still have it.
  return possible.every((each) => returned.has(each)) ? possible : undefined;
}

function reportGone({ lock, returned, log }: Attendance, logged: ReadonlySet<string>): void {
  for (const [server, names] of returned) {
    for (const tool of lock?.servers.get(server)?.keys() ?? []) {
      if (!names.has(tool) && !logged.has(keyOf(server, tool)))
        log("tool.removed", { tool, server });
    }
  }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
