import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Windows } from "./windows.ts";

/** Why the call of a query may be repeated: its tool asked a question, or it waits for approval. */
export type Left = "asked" | "waits";

/** The parts of a call that concern its query. */
export interface QueryCall {
  readonly callId: string;
  readonly registered: { readonly publicName: string };
  /** Present if the call brings answers to the tool's question. */
  readonly resumption?: object | undefined;
}

/** Tracks which queries have used their one call. */
export interface Queries {
  /**
   * Claims the call of a query, unless already claimed. A released one may be claimed again for its
   * tool.
   */
  readonly take: (key: string, call: QueryCall) => boolean | Promise<boolean>;
  /** Releases the call to be claimed again. Await it before telling the caller. */
  readonly leave: (key: string, call: QueryCall, left: Left) => void | Promise<void>;
}

/** The state of a claimed query. */
export interface Query {
  readonly endsAt: number;
  /** Why it may be claimed again. Absent while it may not. */
  readonly left?: Left;
  /** The tool that may claim it again. */
  readonly tool?: string;
}

/** How long a query is remembered. */
export const queryLastsMs = 3_600_000;

/** Maximum queries remembered per process. Beyond it the oldest is dropped. */
export const maxQueries = 10_000;

/**
 * A call that waited for approval comes again unchanged. A call that was asked comes with answers.
 */
export function takesUp({ registered, resumption }: QueryCall, { left, tool }: Query): boolean {
  if (left === undefined || tool !== registered.publicName) return false;
  return left === "waits" || resumption !== undefined;
}

/** Tracks the queries of one process. */
export class LocalQueries {
  readonly #clock: Clock;
  readonly #queries: Windows<Query>;

  constructor(clock: Clock, max = maxQueries) {
    this.#clock = clock;
    this.#queries = new Windows(max);
  }

  take(key: string, call: QueryCall): boolean {
    const now = this.#clock.monotonic();
    const query = this.#queries.get(key, now);
    if (query !== undefined && !takesUp(call, query)) return false;
    this.#queries.set(key, { endsAt: now + queryLastsMs }, now);
    return true;
  }

  leave(key: string, { registered }: QueryCall, left: Left): void {
    const now = this.#clock.monotonic();
    const endsAt = now + queryLastsMs;
    this.#queries.set(key, { endsAt, left, tool: registered.publicName }, now);
  }
}
