import { runInNewContext } from "node:vm";
import { isTried } from "./process-facts.ts";

/** Keeps the memory that a start needs from staying with a gateway at rest. */
interface StartMemory {
  /** Call before the start. */
  readonly spare: () => void;
  /** Call once the gateway is open. Collects garbage, so all else waits for a moment. */
  readonly release: () => void;
}

/** See `docs/decisions/0028-memory-at-rest.md`. An untried V8 is left alone. */
export function createStartMemory(v8: string, setFlag: (flag: string) => void): StartMemory {
  if (!isTried(v8)) return { spare: () => undefined, release: () => undefined };
  return {
    spare: () => spareFlags.forEach(setFlag),
    release: () => {
      releaseFlags.forEach(setFlag);
      // V8 has `gc` only in contexts that are created while the flag is set.
      setFlag("--expose-gc");
      runInNewContext('gc({ type: "major", execution: "sync", flavor: "last-resort" })');
      setFlag("--no-expose-gc");
    },
  };
}

export const spareFlags = [
  // A start runs once. What is compiled for it is discarded by the first calls.
  "--no-turbofan",
  "--no-maglev",
  // The HTTP parser of undici is compiled again after some twenty requests, not while starting.
  "--wasm-tiering-budget=130000000",
];

export const releaseFlags = ["--turbofan", "--maglev"];
