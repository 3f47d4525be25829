import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { forgetIn } from "../store/memory-runs.ts";
import type { OldMarks, RunStore } from "../store/run-store.ts";

/**
 * Faults of a store call: the call is lost, its answer is lost, or the process dies in the middle.
 */
export const faults = ["lost", "unanswered", "gone"] as const;
export type Fault = (typeof faults)[number];

export interface FaultyRuns {
  /** Returns a store that fails only at this call, counted from 1. */
  readonly failing: (fault: Fault, at: number) => RunStore;
  /** The same runs through a working store. */
  readonly whole: RunStore;
  /** Resolves when the process of `failing` has died. */
  readonly gone: Promise<void>;
  /** Number of store calls through `failing`. */
  readonly calls: () => number;
}

type Meet = (work: () => unknown) => Promise<unknown>;

export function faultyRuns(): FaultyRuns {
  const saver = new MemorySaver();
  const gone = Promise.withResolvers<void>();
  let calls = 0;

  const fail = async (fault: Fault, work: () => unknown): Promise<unknown> => {
    if (fault === "unanswered") await work();
    if (fault !== "gone") throw new Error("The store is away.");
    gone.resolve();
    return new Promise(() => undefined);
  };
  const forget = async (marks: OldMarks): Promise<void> => forgetIn(saver, marks);

  return {
    failing: (fault, at) => {
      const meet: Meet = async (work) => {
        calls += 1;
        return calls === at ? fail(fault, work) : work();
      };
      const faulty = meeting(saver, meet);
      return {
        saver: () => Promise.resolve(faulty),
        forget: async (marks) => void (await meet(() => forget(marks))),
      };
    },
    whole: { saver: () => Promise.resolve(saver), forget },
    gone: gone.promise,
    calls: () => calls,
  };
}

const watched = new Set<string | symbol>(["getTuple", "put", "putWrites", "deleteThread"]);

function meeting(saver: BaseCheckpointSaver, meet: Meet): BaseCheckpointSaver {
  async function* list(...args: Parameters<BaseCheckpointSaver["list"]>) {
    await meet(() => undefined);
    yield* saver.list(...args);
  }
  return new Proxy(saver, {
    get: (target, name) => {
      if (name === "list") return list;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => {
        const work = (): unknown => Reflect.apply(member, target, args);
        return watched.has(name) ? meet(work) : work();
      };
    },
  });
}
