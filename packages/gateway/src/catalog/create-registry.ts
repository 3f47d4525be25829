import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import {
  emptyLock,
  type Lock,
  type LockedTool,
  lockedTool,
  withLocked,
} from "@toolcourt/contracts/internal/lock/lock";
import { contractDigest, type JsonValue } from "@toolcourt/sdk";
import type { StoredAdmission } from "../stores/admission-store.ts";
import type { Logger } from "../telemetry/events.ts";
import { createDetailLogger, createLogger, type LogWriter } from "../telemetry/logger.ts";
import { type Admission, type AdmissionInput, admitTools } from "./admission/admit-tools.ts";
import type { Candidate } from "./admission/candidate.ts";
import { type DecisionOf, isOver } from "./admission/compare-with-lock.ts";
import { readmit } from "./admission/readmit.ts";
import { Retirement } from "./retire.ts";
import type { Snapshot } from "./snapshot.ts";

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

/** The tools available now. */
export class Registry {
  readonly #options: RegistryOptions;
  readonly #log: Logger["log"];
  readonly #retirement: Retirement;
  readonly #listeners = new Set<(snapshot: Snapshot) => void>();
  readonly #listings: Map<string, readonly JsonValue[]>;
  // Serialized: overlapping changes would each lose the other's result.
  readonly #serial = createSerial();
  #admission: Admission;

  constructor(options: RegistryOptions, first: Admission) {
    this.#options = options;
    this.#log = createLogger(options.write).log;
    this.#retirement = new Retirement(options.clock, this.#log);
    this.#listings = new Map(options.listings.map(({ policy, tools }) => [policy.name, tools]));
    this.#admission = this.#become(first);
  }

  /** Excludes tools past their removal date. Notifies subscribers of such a removal too. */
  readonly current = (): Snapshot => {
    if (this.#retirement.isDue(this.#admission.snapshot)) this.#become(this.#admission);
    return this.#admission.snapshot;
  };

  /** Whether the lock is frozen, so that no admission stands over it. */
  get isFrozen(): boolean {
    return this.#options.toolbox.frozen;
  }

  lock(): Lock {
    return this.#admission.lock;
  }

  /** The newest list of a server, as it came. Undefined if it never answered. */
  listing(server: string): readonly JsonValue[] | undefined {
    return this.#listings.get(server);
  }

  /** Why each optional server is left out until the next start. */
  readonly leftOut = (): Admission["leftOut"] => this.#admission.leftOut;

  /** Tools of each server that has answered, including held ones. */
  offered(): ReadonlyMap<string, readonly Candidate[]> {
    const { byServer, taken } = this.#admission;
    const held = (each: Candidate): Candidate => {
      const because = each.hold ?? taken.get(each);
      return because === undefined ? each : { ...each, hold: because };
    };
    return new Map([...byServer].map(([server, all]) => [server, all.map(held)]));
  }

  /**
   * Processes a new tool list of a server. Changed tools are treated by their drift, removed tools
   * disappear, and new tools wait for the next start.
   */
  replace(server: string, tools: readonly JsonValue[]): Promise<void> {
    return this.#serial(() => this.#look(server, tools));
  }

  /**
   * Locks a tool's contract and ends its quarantine. Returns false if the tool does not have that
   * contract now: only the reviewed contract is approved.
   */
  approve(approving: Approving): Promise<boolean> {
    const { clock } = this.#options;
    return this.#change(approving.server, () => approve(this.#admission, approving, clock.now()));
  }

  /** Tools of a server that drifted since the start, regardless of their current contract. */
  drifted(server: string): DriftedTools {
    return this.#admission.quarantine.get(server) ?? new Map();
  }

  /** Holds tools that another gateway saw drifting. */
  async hold(server: string, drifted: DriftedTools): Promise<void> {
    const { decisionOf } = this.#options.toolbox;
    await this.#change(server, () => hold(this.#admission, server, { drifted, decisionOf }));
  }

  /** Judges the last known tools of a server again, because what was decided about them changed. */
  review(server: string): Promise<void> {
    return this.#serial(async () => {
      const tools = this.#listings.get(server);
      if (tools !== undefined) await this.#look(server, tools);
    });
  }

  /** Notifies of every new snapshot. Returns the unsubscribe function. */
  readonly subscribe = (listener: (snapshot: Snapshot) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns whether anything changed. */
  #change(server: string, next: () => Admission | undefined): Promise<boolean> {
    return this.#serial(async () => {
      const changed = next();
      if (changed === undefined) return false;
      await this.#save(changed);
      const tools = this.#listings.get(server);
      if (tools !== undefined) await this.#look(server, tools);
      return true;
    });
  }

  async #look(server: string, tools: readonly JsonValue[]): Promise<void> {
    this.#listings.set(server, tools);
    const options = this.#options;
    const logs = { log: this.#log, logDetail: createDetailLogger(options.write).log };
    const readmission = { ...options, ...logs, now: options.clock.now() };
    try {
      await this.#save(await readmit({ server, tools }, this.#admission, readmission));
    } catch (error) {
      // Without a saved lock nothing new is admitted, but drift must still take effect.
      const without = { ...readmission, toolbox: { ...options.toolbox, frozen: true } };
      await this.#save(await readmit({ server, tools }, this.#admission, without));
      throw error;
    }
  }

  async #save(next: Admission): Promise<void> {
    if (next.lock !== this.#admission.lock) await this.#options.saveLock(next.lock);
    this.#become(next);
  }

  #become(next: Admission): Admission {
    this.#admission = { ...next, snapshot: this.#retirement.apply(next.snapshot) };
    for (const listener of this.#listeners) listener(this.#admission.snapshot);
    return this.#admission;
  }
}

/** Admits all tools and keeps them current. Throws a `Refusal` if the gateway may not start. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  return new Registry(options, await start(options));
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

interface Holding {
  readonly drifted: DriftedTools;
  readonly decisionOf: DecisionOf | undefined;
}

/**
 * Holds tools that another gateway saw drifting. Undefined if nothing changes. Only a locked tool
 * can be held: any other was never admitted. If the lock or the store has the digest that was seen,
 * the change has been approved since.
 */
function hold(
  admission: Admission,
  server: string,
  { drifted, decisionOf }: Holding,
): Admission | undefined {
  const locked = admission.lock.servers.get(server) ?? new Map<string, LockedTool>();
  const known: DriftedTools = admission.quarantine.get(server) ?? new Map();
  const news = [...drifted].flatMap(([tool, { difference, digest }]) => {
    const decision = decisionOf?.(server, tool);
    if (isApproved(digest, locked.get(tool), decision)) return [];
    if (known.get(tool)?.digest === digest) return [];
    return [[tool, { difference, digest, after: decision?.number ?? 0 }] as const];
  });
  if (news.length === 0) return undefined;
  const quarantined = new Map([...known, ...news]);
  return { ...admission, quarantine: new Map(admission.quarantine).set(server, quarantined) };
}

/** Tells whether a digest is approved now, or nothing ever was. */
function isApproved(
  digest: string,
  locked: LockedTool | undefined,
  decision: StoredAdmission | undefined,
): boolean {
  if (locked === undefined || locked.digest === digest) return true;
  if (decision?.digest !== digest || decision.state !== "admitted") return false;
  return isOver(decision, locked);
}
