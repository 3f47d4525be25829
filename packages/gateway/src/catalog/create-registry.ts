import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import {
  emptyLock,
  type Lock,
  lockedTool,
  withLocked,
} from "@toolcourt/contracts/internal/lock/lock";
import { contractDigest, type JsonValue } from "@toolcourt/sdk";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { type Admission, type AdmissionInput, admitTools } from "./admission/admit-tools.ts";
import type { Candidate } from "./admission/candidate.ts";
import { readmit } from "./admission/readmit.ts";
import { createRetirement, type Retirement } from "./retire.ts";
import type { Snapshot } from "./snapshot.ts";

/** The tools available now. */
export interface Registry {
  readonly current: () => Snapshot;
  readonly lock: () => Lock;
  /** Tools of each server that has answered, including held ones. */
  readonly offered: () => ReadonlyMap<string, readonly Candidate[]>;
  /**
   * Processes a new tool list of a server. Changed tools are treated by their drift, removed tools
   * disappear, and new tools wait for the next start.
   */
  readonly replace: (server: string, tools: readonly JsonValue[]) => Promise<void>;
  /**
   * Locks a tool's contract and ends its quarantine. Returns false if the tool does not have that
   * contract now: only the reviewed contract is approved.
   */
  readonly approve: (approving: Approving) => Promise<boolean>;
  /** Tools of a server that drifted since the start, regardless of their current contract. */
  readonly drifted: (server: string) => DriftedTools;
  /** Holds tools that another gateway saw drifting. */
  readonly hold: (server: string, drifted: DriftedTools) => Promise<void>;
  /** Notifies of every new snapshot. Returns the unsubscribe function. */
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void;
}

export interface RegistryOptions extends Omit<AdmissionInput, "now">, Pick<Runtime, "clock"> {
  readonly write: LogWriter;
  /**
   * Saves a new lock. Awaited before its tools are callable: a tool that is not recorded is not
   * admitted.
   */
  readonly saveLock: (lock: Lock) => Promise<void>;
}

interface Approving {
  readonly server: string;
  readonly tool: string;
  /** Digest that the lock would hold for the contract the approver looked at. */
  readonly digest: string;
  readonly by: string;
}

/** The current admission and its subscribers. */
interface CurrentAdmission {
  readonly admission: () => Admission;
  readonly become: (next: Admission) => void;
  /** Excludes tools past their removal date. Notifies subscribers of such a removal too. */
  readonly snapshot: () => Snapshot;
  /** Notifies of every new snapshot. Returns the unsubscribe function. */
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void;
}

/** Admits all tools and keeps them current. Throws a `Refusal` if the gateway may not start. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { clock, write, saveLock } = options;
  const { log } = createLogger(write);
  const state = createCurrentAdmission(await start(options), createRetirement(clock, log));
  const listings = new Map(options.listings.map(({ policy, tools }) => [policy.name, tools]));
  const become = async (next: Admission): Promise<void> => {
    if (next.lock !== state.admission().lock) await saveLock(next.lock);
    state.become(next);
  };

  // Serialized: overlapping changes would each lose the other's result.
  const serial = createSerial();
  const look = async (server: string, tools: readonly JsonValue[]): Promise<void> => {
    listings.set(server, tools);
    const readmission = { ...options, log, now: clock.now() };
    try {
      await become(await readmit({ server, tools }, state.admission(), readmission));
    } catch (error) {
      // Without a saved lock nothing new is admitted, but drift must still take effect.
      const toolbox = { ...options.toolbox, frozen: true };
      const without = { ...readmission, toolbox };
      await become(await readmit({ server, tools }, state.admission(), without));
      throw error;
    }
  };
  /** Returns whether anything changed. */
  const change = (server: string, next: () => Admission | undefined): Promise<boolean> =>
    serial(async () => {
      const changed = next();
      if (changed === undefined) return false;
      await become(changed);
      const tools = listings.get(server);
      if (tools !== undefined) await look(server, tools);
      return true;
    });

  return {
    current: state.snapshot,
    lock: () => state.admission().lock,
    offered: () => state.admission().byServer,
    replace: (server, tools) => serial(() => look(server, tools)),
    approve: (approving) =>
      change(approving.server, () => approve(state.admission(), approving, clock.now())),
    drifted: (server) => state.admission().quarantine.get(server) ?? new Map(),
    hold: async (server, drifted) => {
      await change(server, () => hold(state.admission(), server, drifted));
    },
    subscribe: state.subscribe,
  };
}

async function start(options: RegistryOptions): Promise<Admission> {
  const { clock, write, lock = emptyLock, saveLock } = options;
  const admission = await admitTools({ ...options, now: clock.now() });
  for (const entry of admission.events) write(entry);
  if (admission.lock !== lock) await saveLock(admission.lock);
  return admission;
}

/** Returns the admission with the contract approved. Undefined if no tool has that contract now. */
function approve(
  admission: Admission,
  { server, tool, digest, by }: Approving,
  at: number,
): Admission | undefined {
  const known = admission.byServer.get(server)?.find(({ contract }) => contract.name === tool);
  if (known === undefined) return undefined;
  const { contract } = known;
  if (contractDigest({ server, asReceived: contract.asReceived }) !== digest) return undefined;
  const quarantined = new Map(admission.quarantine.get(server));
  quarantined.delete(tool);
  return {
    ...admission,
    lock: withLocked(admission.lock, server, new Map([[tool, lockedTool(contract, { by, at })]])),
    quarantine: new Map(admission.quarantine).set(server, quarantined),
  };
}

/**
 * Holds tools that another gateway saw drifting. Undefined if nothing changes. Only a locked tool
 * can be held: any other was never admitted. If the lock has the digest that was seen, the change
 * has been approved since.
 */
function hold(admission: Admission, server: string, drifted: DriftedTools): Admission | undefined {
  const locked = admission.lock.servers.get(server);
  const known = admission.quarantine.get(server);
  const news = [...drifted].filter(([tool, { digest }]) => {
    const approved = locked?.get(tool)?.digest;
    return approved !== undefined && approved !== digest && known?.has(tool) !== true;
  });
  if (news.length === 0) return undefined;
  const quarantined = new Map([...(known ?? []), ...news]);
  return { ...admission, quarantine: new Map(admission.quarantine).set(server, quarantined) };
}

function createCurrentAdmission(first: Admission, retirement: Retirement): CurrentAdmission {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let admission = first;
  const become = (next: Admission): void => {
    admission = { ...next, snapshot: retirement.apply(next.snapshot) };
    for (const listener of listeners) listener(admission.snapshot);
  };
  become(first);
  return {
    admission: () => admission,
    become,
    snapshot: () => {
      if (retirement.isDue(admission.snapshot)) become(admission);
      return admission.snapshot;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
