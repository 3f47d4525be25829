import type { JsonObject } from "@toolcourt/sdk";
import type { Expectation } from "./expectation.ts";
import type { ProbeKind } from "./probe-kinds.ts";
import type { Remark } from "./remark.ts";

/** A remark, with the first input that showed it. */
export interface Entry {
  readonly remark: Remark;
  readonly probe: ProbeKind;
  readonly input?: JsonObject;
  readonly expectation?: Expectation;
  readonly isExample: boolean;
  /** Number of later inputs that showed the same. */
  alike: number;
}

export interface Ledger {
  readonly add: (seen: Omit<Entry, "alike">) => void;
  readonly entries: () => readonly Entry[];
}

/** Collects the remarks about a tool, each once. */
export function createLedger(): Ledger {
  const entries = new Map<string, Entry>();
  return {
    add: (seen) => {
      const known = entries.get(seen.remark.key);
      if (known === undefined) entries.set(seen.remark.key, { ...seen, alike: 0 });
      else known.alike += 1;
    },
    entries: () => [...entries.values()],
  };
}
