import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { LRUCache } from "lru-cache";
import type { CheckedResult, Principal, Question } from "../../pipeline/call.ts";
import type { CarriedCall } from "./carried-call.ts";

/** What a response check continues. */
export type OpenCheck =
  | {
      readonly kind: "call";
      readonly carried: CarriedCall;
      readonly outcome: Promise<CheckedResult | Question>;
    }
  | { readonly kind: "list"; readonly principal: Principal };

/** The proxy, its method and its servers. A response must be of the same. */
export interface Party {
  /** Fingerprint of the client certificate. */
  readonly peer: string;
  readonly method: string;
  readonly services: readonly string[];
}

interface Entry extends Party {
  readonly check: OpenCheck;
  readonly endsAt: number;
}

/** Beyond this many, new calls are refused. */
const maxCalls = 1_000;
const maxLists = 1_000;
/** A proxy merges the lists of its servers, which may be slow. */
const listMs = 60_000;

/**
 * The checks between request and response, by the id that the proxy must send back. An id is used
 * once, by the proxy that got it, for the same method and servers.
 */
export class OpenChecks {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #calls = new Map<string, Entry>();
  readonly #lists = new LRUCache<string, Entry>({ max: maxLists });

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  get isFull(): boolean {
    return this.#calls.size >= maxCalls;
  }

  add(id: string, party: Party, check: OpenCheck): void {
    const isCall = check.kind === "call";
    const endsAt = isCall ? Number.POSITIVE_INFINITY : this.#clock.monotonic() + listMs;
    const entry = { ...party, check, endsAt };
    if (isCall) this.#calls.set(id, entry);
    else this.#lists.set(id, entry);
  }

  /** The call is over: a response to it is unknown from now on. */
  delete(id: string): void {
    this.#calls.delete(id);
  }

  /** Takes the check that a response continues. Another proxy's id looks like none, and stays open. */
  take(id: string, party: Party): OpenCheck | undefined {
    const entry = this.#calls.get(id) ?? this.#lists.get(id);
    if (entry === undefined || entry.endsAt <= this.#clock.monotonic()) return undefined;
    if (!isSame(entry, party)) return undefined;
    this.#calls.delete(id);
    this.#lists.delete(id);
    return entry.check;
  }
}

function isSame(a: Party, b: Party): boolean {
  return (
    a.peer === b.peer &&
    a.method === b.method &&
    JSON.stringify(a.services) === JSON.stringify(b.services)
  );
}
