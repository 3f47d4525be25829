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
/** Longer than any secret that we know. */
const maxSecretLength = 65_536;

/** A quarantine in memory. Beyond `maxResults` the oldest is dropped. */
export class Quarantine {
  readonly #options: QuarantineOptions;
  readonly #results = new Map<string, QuarantinedResult>();

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** Stores a result and returns its id. */
  keep(raw: unknown, found: Found): string {
    const { clock, newId, hideSecrets, maxResults = 100 } = this.#options;
    const id = newId();
    const whole = textOf(raw);
    const shown = shownPart(whole, hideSecrets);
    this.#results.set(id, {
      id,
      ...found,
      sha256: hash("sha256", whole, "hex"),
      ...shown,
      at: clock.now(),
    });
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults && oldest !== undefined) this.#results.delete(oldest);
    return id;
  }

  find(id: string): QuarantinedResult | undefined {
    return this.#results.get(id);
  }

  /** Newest last. */
  list(): readonly QuarantinedResult[] {
    return [...this.#results.values()];
  }
}

/**
 * Returns the beginning of a text without our secrets. Looks no further than needed: ten megabytes
 * would hold the event loop.
 */
function shownPart(
  whole: string,
  hideSecrets: QuarantineOptions["hideSecrets"],
): Pick<QuarantinedResult, "text" | "isCut"> {
  const part = hideSecrets(whole.slice(0, maxTextLength + 2 * maxSecretLength));
  const isPart = whole.length > maxTextLength + 2 * maxSecretLength;
  // A secret may begin at the end of the part, where it is not recognized.
  const text = part.slice(0, isPart ? Math.max(0, part.length - maxSecretLength) : part.length);
  return { text: text.slice(0, maxTextLength), isCut: isPart || text.length > maxTextLength };
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
