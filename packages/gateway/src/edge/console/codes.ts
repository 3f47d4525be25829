import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";

const codeBytes = 16;
const lastsMs = 60_000;
/** Above it the oldest code is forgotten. */
const maxCodes = 100;

/** Codes that open one session each. Only their hashes are kept. */
export class SingleUseCodes {
  readonly #runtime: Pick<Runtime, "clock" | "randomBytes">;
  /** When each code ends, in monotonic milliseconds, by its hash. */
  readonly #codes = new Map<string, number>();

  constructor(runtime: Pick<Runtime, "clock" | "randomBytes">) {
    this.#runtime = runtime;
  }

  /** Makes a code of 128 bits, valid for a minute. */
  readonly issue = (): string => {
    const code = Buffer.from(this.#runtime.randomBytes(codeBytes)).toString("base64url");
    const [oldest] = this.#codes.size >= maxCodes ? this.#codes.keys() : [];
    if (oldest !== undefined) this.#codes.delete(oldest);
    this.#codes.set(hashOf(code), this.#runtime.clock.monotonic() + lastsMs);
    return code;
  };

  /** Uses a code up. False if it is wrong, used or too old. */
  redeem(code: string): boolean {
    const key = hashOf(code);
    const endsAt = this.#codes.get(key);
    this.#codes.delete(key);
    return endsAt !== undefined && this.#runtime.clock.monotonic() < endsAt;
  }
}

function hashOf(code: string): string {
  return hash("sha256", code, "hex");
}
