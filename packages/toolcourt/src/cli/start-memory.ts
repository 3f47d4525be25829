import { runInNewContext } from "node:vm";
import { isTried } from "./process-facts.ts";

export interface Engine {
  readonly v8: string;
  readonly setFlag: (flag: string) => void;
  readonly nextTick: (tick: () => void) => void;
}

/**
 * Returns the memory that a start has used to the system. Collects garbage, so all else waits for a
 * moment. See `docs/decisions/0028-memory-at-rest.md`. An untried V8 is left alone.
 */
export function releaseMemory({ v8, setFlag, nextTick }: Engine): void {
  if (!isTried(v8)) return;
  // V8 has `gc` only in contexts that are created while the flag is set.
  setFlag("--expose-gc");
  // The collection drops hidden classes without objects, and V8 does not compile well again what
  // makes objects of such a class by computed keys. Node does so for each tick.
  nextTick(() => undefined);
  try {
    runInNewContext('gc({ type: "major", execution: "sync", flavor: "last-resort" })');
  } finally {
    setFlag("--no-expose-gc");
  }
}
