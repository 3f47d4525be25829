import type { Stray } from "../../upstreams/upstream.ts";
import type { ProbeCall } from "./probe-call.ts";
import { type Remark, remark } from "./remark.ts";

/** Something that belongs to nothing the server was asked. */
export interface SeenStray {
  readonly stray: Stray;
  /** The call after which it came. Absent where nothing had been called since the server was started. */
  readonly call?: ProbeCall;
}

export interface Strays {
  readonly heard: (stray: Stray) => void;
  /** A connection is made anew. */
  readonly started: () => void;
  readonly calling: (call: ProbeCall) => void;
  /** Each kind that came after calls of this tool, once. Without a tool, what came before any call. */
  readonly take: (tool?: string) => readonly SeenStray[];
}

/** Remembers the first of each kind for each tool, however many a server sends. */
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

/** What each of them is called in a finding. */
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
