import type { Stray } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ProbeCall } from "./probe-context.ts";
import { type Remark, remark } from "./remark.ts";

/** A message that belongs to no request. */
export interface SeenStray {
  readonly stray: Stray;
  /** The call before it. Undefined if no call was made since the server started. */
  readonly call: ProbeCall | undefined;
}

/** Keeps the first stray of each kind per tool, however many a server sends. */
export class Strays {
  readonly #seen = new Map<string, SeenStray>();
  #last: ProbeCall | undefined;

  add(stray: Stray): void {
    const key = JSON.stringify([stray, this.#last?.name]);
    if (!this.#seen.has(key)) this.#seen.set(key, { stray, call: this.#last });
  }

  /** Signals a new connection. */
  started(): void {
    this.#last = undefined;
  }

  calling(call: ProbeCall): void {
    this.#last = call;
  }

  /**
   * Takes each kind of stray after calls of this tool, once. Without a tool: strays before any
   * call.
   */
  take(tool?: string): readonly SeenStray[] {
    const taken = [...this.#seen].filter(([, { call }]) => call?.name === tool);
    for (const [key] of taken) this.#seen.delete(key);
    return taken.map(([, stray]) => stray);
  }
}

/** The remark for each kind of stray. */
export const strayRemarks: Readonly<Record<Stray, Remark>> = {
  line: remark("test/stray-output", "only protocol messages", "another line"),
  "second-answer": remark("test/answer-repeated", "one answer a request", "a second answer"),
  "unasked-answer": remark(
    "test/answer-unasked",
    "answers to requests",
    "an answer without a request",
  ),
};
