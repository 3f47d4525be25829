import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type OverLimit, overLimitCodes } from "./upstream.ts";

/** A failure of a server. The error may hold the server's own text, which is untrusted. */
export interface ServerFailure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly error: unknown;
}

/** How a server has fared since the gateway opened it. */
export interface ServerHealth {
  /** When the server was connected or lost last, in milliseconds since the epoch. */
  readonly since: number;
  /** How often it was connected again after a loss. */
  readonly restarts: number;
  /** Undefined if nothing has failed. */
  readonly failure?: ServerFailure | undefined;
}

/** Carries a code, from which the message is derived. */
class ProcessEnded extends Error {
  override readonly name = "ProcessEnded";
  readonly code: string;

  constructor(tail: string, limit: OverLimit | undefined) {
    super("The server's process ended.", { cause: { tail } });
    this.code = limit === undefined ? "ENDED" : overLimitCodes[limit];
  }
}

/** Records how a server fares. */
export class HealthRecord {
  readonly #clock: Clock;
  #since: number;
  #openings = 0;
  #failure: ServerFailure | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  readonly current = (): ServerHealth => ({
    since: this.#since,
    restarts: Math.max(0, this.#openings - 1),
    failure: this.#failure,
  });

  connected(): void {
    this.#openings += 1;
    this.#since = this.#clock.now();
  }

  lost(): void {
    this.#since = this.#clock.now();
  }

  failed(error: unknown): void {
    this.#failure = { at: this.#clock.now(), error };
  }

  /** Takes the end of what the process wrote to its standard error. */
  ended(lastWords: string, limit?: OverLimit): void {
    this.failed(new ProcessEnded(lastWords, limit));
  }
}
