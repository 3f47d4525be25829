import type { JsonValue } from "@toolcourt/sdk";
import type { DriftedTools } from "../contracts/drift/drifted.ts";
import { emptyLock, type Lock } from "../contracts/lock/lock.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import { createInTurn } from "../foundation/kernel/in-turn.ts";
import { createLogger, type LogWriter } from "../foundation/telemetry/logger.ts";
import { type Admission, type AdmissionInput, admitTools } from "./admission/admit-tools.ts";
import { type Approving, approve } from "./admission/approve.ts";
import type { Candidate } from "./admission/candidate.ts";
import { hold } from "./admission/hold.ts";
import { readmit } from "./admission/readmit.ts";
import { createCurrentAdmission } from "./current-admission.ts";
import { createRetirement } from "./retire.ts";
import type { Snapshot } from "./snapshot.ts";

/** The tools that there are, now. */
export interface Registry {
  readonly current: () => Snapshot;
  readonly lock: () => Lock;
  /** What each server has that has answered, whatever became of its tools. */
  readonly offered: () => ReadonlyMap<string, readonly Candidate[]>;
  /**
   * Looks again at what a server has. A changed tool is treated as its drift demands, one that is gone
   * vanishes, and one that is new waits for the next start.
   */
  readonly replace: (server: string, tools: readonly JsonValue[]) => Promise<void>;
  /**
   * Locks a tool's contract and ends its quarantine. Says no when the tool does not have that contract,
   * or not any more: what a person looked at is what is approved.
   */
  readonly approve: (approving: Approving) => Promise<boolean>;
  /** The tools of a server that drifted at some time since the start, however they look now. */
  readonly drifted: (server: string) => DriftedTools;
  /** Holds tools that drifted before the eyes of another gateway. */
  readonly hold: (server: string, drifted: DriftedTools) => Promise<void>;
  /** Tells of every new snapshot until the returned function is called. */
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void;
}

export interface RegistryOptions extends Omit<AdmissionInput, "now"> {
  readonly clock: Clock;
  readonly write: LogWriter;
  /** Keeps a new lock. Awaited before its tools can be called: what is not remembered was not admitted. */
  readonly saveLock: (lock: Lock) => Promise<void>;
}

/** Admits all tools and keeps them up to date. Throws a `Refusal` where the gateway may not start. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { clock, write, saveLock } = options;
  const { log } = createLogger(write);
  const state = createCurrentAdmission(await start(options), createRetirement(clock, log));
  const listings = new Map(options.listings.map(({ policy, tools }) => [policy.name, tools]));
  const become = async (next: Admission): Promise<void> => {
    if (next.lock !== state.admission().lock) await saveLock(next.lock);
    state.become(next);
  };

  // One change after the other: two that overlap would each forget what the other found.
  const inTurn = createInTurn();
  const look = async (server: string, tools: readonly JsonValue[]): Promise<void> => {
    listings.set(server, tools);
    const readmission = { ...options, log, now: clock.now() };
    try {
      await become(await readmit({ server, tools }, state.admission(), readmission));
    } catch (error) {
      // What cannot be remembered is not admitted, but what was found out must count all the same.
      const toolbox = { ...options.toolbox, frozen: true };
      const without = { ...readmission, toolbox };
      await become(await readmit({ server, tools }, state.admission(), without));
      throw error;
    }
  };
  /** Says whether there was anything to change. */
  const change = (server: string, next: () => Admission | undefined): Promise<boolean> =>
    inTurn(async () => {
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
    replace: (server, tools) => inTurn(() => look(server, tools)),
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
