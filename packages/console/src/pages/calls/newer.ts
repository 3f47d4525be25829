import type { LiveEvent } from "../../api/shapes.ts";

/** More is not counted: the button says that there are more. */
export const maxCounted = 1_000;

/** Counts calls that ended after the list was loaded. */
export interface NewerCalls {
  /** Takes an event. Returns whether the count has changed. */
  readonly take: (event: LiveEvent) => boolean;
  readonly count: () => number;
}

/** The filters that an event can be compared with. Others may match or not. */
const compared = ["tool", "status", "code"] as const;

export function createNewer(filters: URLSearchParams, listed: ReadonlySet<string>): NewerCalls {
  const ids = new Set<string>();
  return {
    take: (event) => {
      const { id } = event;
      if (id === undefined || listed.has(id) || ids.has(id) || ids.size >= maxCounted) return false;
      if (!compared.every((name) => isMatch(filters.get(name), event[name]))) return false;
      ids.add(id);
      return true;
    },
    count: () => ids.size,
  };
}

function isMatch(wanted: string | null, found: string | undefined): boolean {
  return wanted === null || wanted === found;
}
