import type { Admission } from "./admission/admit-tools.ts";
import type { Retirement } from "./retire.ts";
import type { Snapshot } from "./snapshot.ts";

/** The admission of this moment, and who is told when there is another. */
export interface CurrentAdmission {
  readonly admission: () => Admission;
  readonly become: (next: Admission) => void;
  /** Without tools that are due to be removed by now, and what changes by that is told too. */
  readonly snapshot: () => Snapshot;
  /** Tells of every new snapshot until the returned function is called. */
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
