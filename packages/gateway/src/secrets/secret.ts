import { createHmac } from "node:crypto";
import { inspect } from "node:util";

let valueOf: (secret: Secret) => string;

/** A value that cannot be printed, serialized or copied: whatever is tried gives its mark. */
export class Secret {
  readonly #value: string;
  readonly #mark: string;

  static {
    valueOf = (secret: Secret): string => secret.#value;
  }

  constructor(value: string, fingerprint: string) {
    this.#value = value;
    this.#mark = `[secret:${fingerprint}]`;
    Object.freeze(this);
  }

  toString(): string {
    return this.#mark;
  }

  toJSON(): string {
    return this.#mark;
  }

  [Symbol.toPrimitive](): string {
    return this.#mark;
  }

  [inspect.custom](): string {
    return this.#mark;
  }
}

/** The one way to a value. `opened-where.test.ts` names every file that may take it. */
export function openSecret(secret: Secret): string {
  return valueOf(secret);
}

/**
 * Makes the function that puts values into secrets. The fingerprint tells two secrets apart; it is keyed,
 * because a plain hash of a weak password in a log would let anybody try passwords against it.
 */
export function createHoldSecret(fingerprintKey: Uint8Array): (value: string) => Secret {
  return (value) => {
    const fingerprint = createHmac("sha256", fingerprintKey).update(value).digest("hex");
    return new Secret(value, fingerprint.slice(0, 12));
  };
}
