import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

const codeBytes = 16;
const lastsMs = 60_000;

interface Kept<Held> {
  readonly held: Held;
  /** Monotonic milliseconds. */
  readonly endsAt: number;
}

/** Codes that can be used once each. Only their hashes are kept. */
export class SingleUseCodes<Held> {
  readonly #runtime: Pick<Runtime, "clock" | "randomBytes">;
  /** Above it the oldest code is forgotten. */
  readonly #max: number;
  /** What each code stands for, by its hash. */
  readonly #codes = new Map<string, Kept<Held>>();

  constructor(runtime: Pick<Runtime, "clock" | "randomBytes">, max: number) {
    this.#runtime = runtime;
    this.#max = max;
  }

  /** Makes a code of 128 bits, valid for a minute. */
  readonly issue = (held: Held): string => {
    const code = Buffer.from(this.#runtime.randomBytes(codeBytes)).toString("base64url");
    const [oldest] = this.#codes.size >= this.#max ? this.#codes.keys() : [];
    if (oldest !== undefined) this.#codes.delete(oldest);
    const endsAt = this.#runtime.clock.monotonic() + lastsMs;
    this.#codes.set(hashOf(code), { held, endsAt });
    return code;
  };

  /** Uses a code up. Undefined if it is wrong, used or too old. */
  redeem(code: string): Held | undefined {
    const key = hashOf(code);
    const kept = this.#codes.get(key);
    this.#codes.delete(key);
    if (kept === undefined) return undefined;
    return this.#runtime.clock.monotonic() < kept.endsAt ? kept.held : undefined;
  }
}

function hashOf(code: string): string {
  return hash("sha256", code, "hex");
}
