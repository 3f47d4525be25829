import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { QuarantinedResult } from "../stores/quarantine-store.ts";
import type { ApprovedCall } from "./call.ts";
import type { ClauseName } from "./clause-counters.ts";

export type { QuarantinedResult } from "../stores/quarantine-store.ts";

/** The call whose result broke a clause, and how. */
export interface Found
  extends Pick<QuarantinedResult, "callId" | "tenant" | "server" | "tool" | "contract" | "issues"> {
  readonly clause: ClauseName;
}

export function breachOf(
  { callId, principal, registered }: Pick<ApprovedCall, "callId" | "principal" | "registered">,
  clause: ClauseName,
  issues: readonly string[],
): Found {
  const { publicName: tool, contract } = registered;
  const { server, digest } = contract;
  return { callId, tenant: principal.tenant ?? "", server, tool, contract: digest, clause, issues };
}

export interface QuarantineOptions extends Pick<Runtime, "clock" | "newId"> {
  readonly hideSecrets: (text: string) => { readonly text: string; readonly count: number };
  /** Receives each result, to keep it longer than the process. Must not throw. Default: dropped. */
  readonly onKept?: ((kept: QuarantinedResult) => void) | undefined;
  readonly maxResults?: number;
}

const maxTextLength = 65_536;
/** Longer than any secret that we know. */
const maxSecretLength = 65_536;

/** The newest broken results of this process. Beyond `maxResults` the oldest is dropped. */
export class Quarantine {
  readonly #options: QuarantineOptions;
  readonly #results = new Map<string, QuarantinedResult>();

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** Stores a result and returns its id. */
  keep(raw: unknown, found: Found): string {
    const { clock, newId, hideSecrets, onKept, maxResults = 100 } = this.#options;
    const id = newId();
    const whole = textOf(raw);
    const shown = shownPart(whole, hideSecrets);
    const sha256 = hash("sha256", whole, "hex");
    const kept = { id, ...found, sha256, ...shown, at: clock.now() };
    this.#results.set(id, kept);
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults && oldest !== undefined) this.#results.delete(oldest);
    onKept?.(kept);
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
): Pick<QuarantinedResult, "text" | "isCut" | "redacted"> {
  const { text: part, count: redacted } = hideSecrets(
    whole.slice(0, maxTextLength + 2 * maxSecretLength),
  );
  const isPart = whole.length > maxTextLength + 2 * maxSecretLength;
  // A secret may begin at the end of the part, where it is not recognized.
  const text = part.slice(0, isPart ? Math.max(0, part.length - maxSecretLength) : part.length);
  const isCut = isPart || text.length > maxTextLength;
  // A cut may halve a surrogate pair, and stores keep only text.
  return { text: text.slice(0, maxTextLength).toWellFormed(), isCut, redacted };
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
