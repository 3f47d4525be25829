import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { StoreError } from "../../stores/store-error.ts";
import { type CheckpointTrouble, troubleText } from "./trouble.ts";

interface TroublesDeps {
  readonly clock: Pick<Clock, "monotonic">;
  readonly onTrouble?: ((trouble: CheckpointTrouble) => void) | undefined;
  readonly onRecovered?: (() => void) | undefined;
}

/** The same trouble is reported again after this time. */
const againMs = 60_000;
/** A slow store is no trouble for calls before this time: they ask the store themselves. */
const slowMs = 5_000;

/** Remembers the current trouble. Reports its beginning, its end, and every minute in between. */
export class Troubles {
  readonly #deps: TroublesDeps;
  #current: CheckpointTrouble | undefined;
  #since = 0;
  #againAt = 0;
  /** Why the log cannot be signed. Undefined if it can, or if the store may only be slow. */
  unsigned: CheckpointTrouble | undefined;

  constructor(deps: TroublesDeps) {
    this.#deps = deps;
  }

  /** Whether signing would have to be tried again. */
  get isUnsigned(): boolean {
    return this.#current !== undefined && this.#current.kind !== "not-sent";
  }

  report(trouble: CheckpointTrouble): void {
    const now = this.#deps.clock.monotonic();
    const isKnown = isSame(trouble, this.#current);
    if (!isKnown) this.#since = now;
    this.#current = trouble;
    this.unsigned = stopsCalls(trouble, now - this.#since) ? trouble : undefined;
    if (isKnown && now < this.#againAt) return;
    this.#againAt = now + againMs;
    this.#deps.onTrouble?.(trouble);
  }

  /** Everything was signed and sent. */
  over(): void {
    this.unsigned = undefined;
    if (this.#current === undefined) return;
    this.#current = undefined;
    this.#deps.onRecovered?.();
  }
}

/**
 * Reports whether an operator has to do the same. A key that is back may still be exposed. The rows
 * of an older store differ at every refusal, and ask for nothing new.
 */
function isSame(trouble: CheckpointTrouble, before: CheckpointTrouble | undefined): boolean {
  if (trouble.kind !== before?.kind) return false;
  return trouble.kind !== "key-unusable" || troubleText(trouble) === troubleText(before);
}

/** A checkpoint that was not sent is in the store, so the log is signed. */
function stopsCalls(trouble: CheckpointTrouble, forMs: number): boolean {
  if (trouble.kind === "not-sent") return false;
  if (trouble.kind !== "store-failed" || !(trouble.error instanceof StoreError)) return true;
  const { kind } = trouble.error;
  return (kind !== "overdue" && kind !== "locked") || forMs >= slowMs;
}
