import { hash } from "node:crypto";
import type { Clock } from "../foundation/kernel/clock.ts";
import type { ClauseName } from "./clauses.ts";

/** What a tool returned although its contract forbids it. For people; no model sees it. */
export interface QuarantinedResult {
  readonly id: string;
  readonly tool: string;
  readonly callId: string;
  readonly clause: ClauseName;
  /** Of the whole text, before anything was hidden or cut. */
  readonly sha256: string;
  /** The JSON text of the result, without our secrets, and cut when it is long. */
  readonly text: string;
  readonly isCut: boolean;
  readonly at: number;
}

export interface Quarantine {
  /** Keeps a result apart and says under which id. */
  readonly keep: (raw: unknown, found: Found) => string;
  readonly find: (id: string) => QuarantinedResult | undefined;
  /** The newest last. */
  readonly list: () => readonly QuarantinedResult[];
}

export interface Found {
  readonly tool: string;
  readonly callId: string;
  readonly clause: ClauseName;
}

export interface QuarantineOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly hideSecrets: (text: string) => string;
  readonly mostResults?: number;
}

const longestText = 65_536;

/** Lives in memory; past `mostResults` the oldest is forgotten. */
export function createQuarantine({
  clock,
  newId,
  hideSecrets,
  mostResults = 100,
}: QuarantineOptions): Quarantine {
  const results = new Map<string, QuarantinedResult>();

  return {
    keep: (raw, found) => {
      const id = newId();
      const whole = textOf(raw);
      const shown = hideSecrets(whole);
      results.set(id, {
        id,
        ...found,
        sha256: hash("sha256", whole, "hex"),
        text: shown.slice(0, longestText),
        isCut: shown.length > longestText,
        at: clock.now(),
      });
      const [oldest] = results.keys();
      if (results.size > mostResults && oldest !== undefined) results.delete(oldest);
      return id;
    },
    find: (id) => results.get(id),
    list: () => [...results.values()],
  };
}

function textOf(raw: unknown): string {
  try {
    return JSON.stringify(raw ?? null);
  } catch {
    // Deeper than the stack. There is nothing to show, and keeping it must not fail the call in another way.
    return "";
  }
}
