import { runInNewContext } from "node:vm";
import { isTried } from "./process-facts.ts";

export interface Engine {
  readonly v8: string;
  readonly setFlag: (flag: string) => void;
  readonly nextTick: (tick: () => void) => void;
}

/** See `docs/decisions/0037-compile-hot-functions-early.md`. */
const compileAfter = "--invocation-count-for-turbofan=1000";

/** Prepares V8 for many calls, once all is started. An untried V8 is left alone. */
export function tuneEngine(engine: Engine): void {
  if (!isTried(engine.v8)) return;
  releaseMemory(engine);
  engine.setFlag(compileAfter);
}

/**
 * Returns the memory that a start has used to the system. All else waits for a moment. See
 * `docs/decisions/0028-memory-at-rest.md`.
 */
function releaseMemory({ setFlag, nextTick }: Engine): void {
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
