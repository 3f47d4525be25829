import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import type { HeldFetch } from "@toolcourt/gateway/internal/stores/held-stores";

/** When a process dies: at which step, and whether that step still took effect. */
export interface Death {
  /** From 0. */
  readonly step: number;
  readonly takesEffect: boolean;
}

/** A process that dies at one of its steps. Each request and each append to the log is a step. */
export class Mortal {
  readonly #death: Death | undefined;
  readonly #died = Promise.withResolvers<"died">();
  /** Steps of the work. Undefined while the process starts, which no death interrupts. */
  #steps: number | undefined;
  #isDead = false;

  /** Without a death it lives. */
  constructor(death?: Death) {
    this.#death = death;
  }

  fetchBy(fetch: HeldFetch): HeldFetch {
    return (url, request) => this.#step(() => fetch(url, request));
  }

  /** The home stores of this process. */
  homeOf(home: DurableStores): DurableStores {
    const { append } = home.audit;
    const dying: typeof append = (...args) => this.#step(() => append(...args));
    return { ...home, audit: { ...home.audit, append: dying } };
  }

  /** Returns what the work returns, or `died` if the process dies before. */
  run<Result>(work: () => Promise<Result>): Promise<Result | "died"> {
    this.#steps = 0;
    return Promise.race([work(), this.#died.promise]);
  }

  async #step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#steps === undefined) return work();
    const isLast = this.#steps === this.#death?.step;
    this.#steps += 1;
    if (this.#isDead || (isLast && !this.#death.takesEffect)) return this.#die();
    const result = await work();
    return isLast ? this.#die() : result;
  }

  /** A dead process continues nowhere. */
  #die(): Promise<never> {
    this.#isDead = true;
    this.#died.resolve("died");
    return new Promise(() => undefined);
  }
}
