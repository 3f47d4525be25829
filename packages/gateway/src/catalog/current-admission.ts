import type { Admission } from "./admission/admit-tools.ts";
import type { Retirement } from "./retire.ts";
import type { Snapshot } from "./snapshot.ts";

/** The current admission and its subscribers. */
export interface CurrentAdmission {
  readonly admission: () => Admission;
  readonly become: (next: Admission) => void;
  /** Excludes tools past their removal date. Notifies subscribers of such a removal too. */
  readonly snapshot: () => Snapshot;
  /** Notifies of every new snapshot. Returns the unsubscribe function. */
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => () => void;
}

export function createCurrentAdmission(first: Admission, retirement: Retirement): CurrentAdmission {
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
