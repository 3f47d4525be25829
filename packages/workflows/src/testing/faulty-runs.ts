import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import type { RunStore } from "../runs/run-store.ts";

/** What can happen to a call of a store: it is lost, its answer is lost, or the process is gone in the middle. */
export const faults = ["lost", "unanswered", "gone"] as const;
export type Fault = (typeof faults)[number];

export interface FaultyRuns {
  /** Fails at the call of this number, counted from 1, and works before and after it. */
  readonly failing: (fault: Fault, at: number) => RunStore;
  /** The same runs, as somebody sees them whose store works. */
  readonly whole: RunStore;
  /** Resolves when the process of `failing` is gone. */
  readonly gone: Promise<void>;
  /** How many calls of the store there were by `failing`. */
  readonly calls: () => number;
}

const watched = new Set<string | symbol>(["getTuple", "put", "putWrites", "deleteThread"]);

export function faultyRuns(): FaultyRuns {
  const saver = new MemorySaver();
  const gone = Promise.withResolvers<void>();
  let calls = 0;

  const meet = async (fault: Fault, work: () => Promise<unknown>): Promise<unknown> => {
    if (fault === "unanswered") await work();
    if (fault !== "gone") throw new Error("The store is away.");
    gone.resolve();
    return new Promise(() => undefined);
  };
  const failing = (fault: Fault, at: number): BaseCheckpointSaver =>
    new Proxy(saver, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...args: readonly unknown[]): unknown => {
          const work = (): unknown => Reflect.apply(member, target, args);
          if (!watched.has(name)) return work();
          calls += 1;
          return calls === at ? meet(fault, async () => work()) : work();
        };
      },
    });

  return {
    failing: (fault, at) => {
      const faulty = failing(fault, at);
      return { saver: () => Promise.resolve(faulty) };
    },
    whole: { saver: () => Promise.resolve(saver) },
    gone: gone.promise,
    calls: () => calls,
  };
}
