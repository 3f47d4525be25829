import type { DriftedTools } from "@toolcourt/contracts/internal/drift/drifted";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import { emptyLock, type Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { JsonValue } from "@toolcourt/sdk";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { type Admission, type AdmissionInput, admitTools } from "./admission/admit-tools.ts";
import { type Approving, approve } from "./admission/approve.ts";
import type { Candidate } from "./admission/candidate.ts";
import { hold } from "./admission/hold.ts";
import { readmit } from "./admission/readmit.ts";
import { createCurrentAdmission } from "./current-admission.ts";
import { createRetirement } from "./retire.ts";
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

export interface RegistryOptions extends Omit<AdmissionInput, "now"> {
  readonly clock: Clock;
  readonly write: LogWriter;
  /**
   * Saves a new lock. Awaited before its tools are callable: a tool that is not recorded is not
   * admitted.
   */
  readonly saveLock: (lock: Lock) => Promise<void>;
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
