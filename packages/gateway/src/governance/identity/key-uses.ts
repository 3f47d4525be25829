import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { Polling } from "@toolcourt/contracts/internal/kernel/poll";
import type { KeyUseStore } from "../../stores/key-use-store.ts";

/** A key is written at most once in this time. */
const everyMs = 60_000;

const fingerprintLength = 16;

/** Returns the part of a key's hexadecimal hash by which its uses are stored. */
export function fingerprintOf(sha256: string): string {
  return sha256.slice(0, fingerprintLength).toLowerCase();
}

export interface KeyUsesDeps {
  readonly store: KeyUseStore;
  readonly clock: Clock;
}

/** Remembers when keys are used, and stores it once a minute, beside the calls. */
export class KeyUses implements AsyncDisposable {
  readonly #store: KeyUseStore;
  readonly #clock: Clock;
  readonly #polling: Polling;
  /** Times by hash. Holds used keys only, so it is no longer than the list of keys. */
  #used = new Map<string, number>();

  constructor({ store, clock }: KeyUsesDeps) {
    this.#store = store;
    this.#clock = clock;
    const look = (): Promise<void> => this.#write();
    this.#polling = new Polling({ clock, everyMs, look }, new AbortController());
  }

  /** Notes the use of a key by its hash in base64url. Never waits and never throws. */
  readonly note = (sha256: string): void => {
    this.#used.set(sha256, this.#clock.now());
  };

  /** Writes what was not written yet. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#polling[Symbol.asyncDispose]();
    await this.#write().catch(() => undefined);
  }

  async #write(): Promise<void> {
    if (this.#used.size === 0) return;
    const written = this.#used;
    this.#used = new Map();
    const uses = [...written].map(([sha256, at]) => {
      const hex = Buffer.from(sha256, "base64url").toString("hex");
      return { fingerprint: fingerprintOf(hex), at };
    });
    try {
      await this.#store.put(uses);
    } catch (error) {
      // They are written with the next ones. Later uses of the same keys are newer.
      this.#used = new Map([...written, ...this.#used]);
      throw error;
    }
  }
}
