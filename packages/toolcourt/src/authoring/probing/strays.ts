import type { Stray } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { ProbeCall } from "./probe-call.ts";
import { type Remark, remark } from "./remark.ts";

/** A message that belongs to no request. */
export interface SeenStray {
  readonly stray: Stray;
  /** The call before it. Undefined if no call was made since the server started. */
  readonly call?: ProbeCall;
}

export interface Strays {
  readonly heard: (stray: Stray) => void;
  /** Signals a new connection. */
  readonly started: () => void;
  readonly calling: (call: ProbeCall) => void;
  /**
   * Takes each kind of stray after calls of this tool, once. Without a tool: strays before any
   * call.
   */
  readonly take: (tool?: string) => readonly SeenStray[];
}

/** Keeps the first stray of each kind per tool, however many a server sends. */
export function createStrays(): Strays {
  const seen = new Map<string, SeenStray>();
  let last: ProbeCall | undefined;
  return {
    heard: (stray) => {
      const key = JSON.stringify([stray, last?.name]);
      if (!seen.has(key)) seen.set(key, { stray, ...(last && { call: last }) });
    },
    started: () => {
      last = undefined;
    },
    calling: (call) => {
      last = call;
    },
    take: (tool) => {
      const taken = [...seen].filter(([, { call }]) => call?.name === tool);
      for (const [key] of taken) seen.delete(key);
      return taken.map(([, stray]) => stray);
    },
  };
}

/** The remark for each kind of stray. */
export const strayRemarks: Readonly<Record<Stray, Remark>> = {
  line: remark(
    "test/stray-output",
    "messages of the protocol and nothing else",
    "a line that is no message",
  ),
  "second-answer": remark(
    "test/answer-repeated",
    "one answer to each request",
    "a second answer to the same request",
  ),
  "unasked-answer": remark(
    "test/answer-unasked",
    "answers to what was asked",
    "an answer to a request that nobody made",
  ),
};
