import { createHmac } from "node:crypto";
import { inspect } from "node:util";

let valueOf: (secret: Secret) => string;
let prefixed: (secret: Secret, prefix: string) => Secret;

/** A value that cannot be printed, serialized or copied: whatever is tried gives its mark. */
export class Secret {
  readonly #value: string;
  readonly #fingerprint: string;

  static {
    valueOf = (secret: Secret): string => secret.#value;
    prefixed = (secret: Secret, prefix: string): Secret =>
      new Secret(prefix + secret.#value, secret.#fingerprint);
  }

  constructor(value: string, fingerprint: string) {
    this.#value = value;
    this.#fingerprint = fingerprint;
    Object.freeze(this);
  }

  toString(): string {
    return `[secret:${this.#fingerprint}]`;
  }

  toJSON(): string {
    return `[secret:${this.#fingerprint}]`;
  }

  [Symbol.toPrimitive](): string {
    return `[secret:${this.#fingerprint}]`;
  }

  [inspect.custom](): string {
    return `[secret:${this.#fingerprint}]`;
  }
}

/** The one way to a value. `opened-where.test.ts` names every file that may take it. */
export function openSecret(secret: Secret): string {
  return valueOf(secret);
}

/** The same secret behind a word that is none, such as `Bearer `. Nobody gets to see it for that. */
export function withPrefix(secret: Secret, prefix: string): Secret {
  return prefixed(secret, prefix);
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
