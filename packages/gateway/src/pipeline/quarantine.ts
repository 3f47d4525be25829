import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ClauseName } from "./clause-counters.ts";

/** A result that violates its contract. For people; no model sees it. */
export interface QuarantinedResult {
  readonly id: string;
  readonly tool: string;
  readonly callId: string;
  readonly clause: ClauseName;
  /** Hash of the whole text, before redaction and truncation. */
  readonly sha256: string;
  /** The JSON text of the result, without our secrets, truncated if long. */
  readonly text: string;
  readonly isCut: boolean;
  readonly at: number;
}

export interface Quarantine {
  /** Stores a result and returns its id. */
  readonly keep: (raw: unknown, found: Found) => string;
  readonly find: (id: string) => QuarantinedResult | undefined;
  /** Newest last. */
  readonly list: () => readonly QuarantinedResult[];
}

export interface Found {
  readonly tool: string;
  readonly callId: string;
  readonly clause: ClauseName;
}

export interface QuarantineOptions extends Pick<Runtime, "clock" | "newId"> {
  readonly hideSecrets: (text: string) => string;
  readonly maxResults?: number;
}

const maxTextLength = 65_536;

/** Creates a quarantine in memory. Beyond `mostResults` the oldest is dropped. */
export function createQuarantine({
  clock,
  newId,
  hideSecrets,
  maxResults = 100,
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
        text: shown.slice(0, maxTextLength),
        isCut: shown.length > maxTextLength,
        at: clock.now(),
      });
      const [oldest] = results.keys();
      if (results.size > maxResults && oldest !== undefined) results.delete(oldest);
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
    // Deeper than the stack. There is nothing to show, and keeping it must not fail the call
    // differently.
    return "";
  }
}
