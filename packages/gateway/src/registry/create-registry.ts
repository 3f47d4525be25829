import type { JsonValue } from "@toolcourt/sdk";
import type { Clock } from "../kernel/clock.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { type Admission, type AdmissionInput, admitTools } from "./admission/admit-tools.ts";
import { type Approving, approve } from "./admission/approve.ts";
import { readmit } from "./admission/readmit.ts";
import { emptyLock, type Lock } from "./lock/lock.ts";
import type { Snapshot } from "./snapshot.ts";

/** The tools that there are, now. */
export interface Registry {
  readonly current: () => Snapshot;
  readonly lock: () => Lock;
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
  let state = await admitTools({ ...options, now: clock.now() });
  const { log } = createLogger(write);
  for (const entry of state.events) write(entry);
  if (state.lock !== (options.lock ?? emptyLock)) await saveLock(state.lock);

  const listeners = new Set<(snapshot: Snapshot) => void>();
  const listings = new Map(options.listings.map(({ policy, tools }) => [policy.name, tools]));
  const become = async (next: Admission): Promise<void> => {
    if (next.lock !== state.lock) await saveLock(next.lock);
    state = next;
    for (const listener of listeners) listener(next.snapshot);
  };

  // One change after the other: two that overlap would each forget what the other found.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const look = async (server: string, tools: readonly JsonValue[]): Promise<void> => {
    listings.set(server, tools);
    const readmission = { ...options, log, now: clock.now() };
    try {
      await become(await readmit({ server, tools }, state, readmission));
    } catch (error) {
      // What cannot be remembered is not admitted, but what was found out must count all the same.
      const toolbox = { ...options.toolbox, frozen: true };
      await become(await readmit({ server, tools }, state, { ...readmission, toolbox }));
      throw error;
    }
  };

  return {
    current: () => state.snapshot,
    lock: () => state.lock,
    replace: (server, tools) => inTurn(() => look(server, tools)),
    approve: (approving) =>
      inTurn(async () => {
        const approved = approve(state, approving, clock.now());
        if (approved === undefined) return false;
        await become(approved);
        await look(approving.server, listings.get(approving.server) ?? []);
        return true;
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
