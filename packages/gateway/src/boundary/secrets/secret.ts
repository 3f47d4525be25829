import { createHmac } from "node:crypto";
import { inspect } from "node:util";

let valueOf: (secret: Secret) => string;
let prefixed: (secret: Secret, prefix: string) => Secret;

/** A value that cannot be printed, serialized or copied: every attempt yields a placeholder. */
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

/**
 * Returns the value. The only way to it: `opened-where.test.ts` lists the files that may use it.
 */
export function openSecret(secret: Secret): string {
  return valueOf(secret);
}

/** Returns the secret with a public prefix such as `Bearer `, without exposing it. */
export function withPrefix(secret: Secret, prefix: string): Secret {
  return prefixed(secret, prefix);
}

/**
 * Creates the function that wraps values in secrets. The fingerprint distinguishes two secrets. It
 * is keyed: a plain hash of a weak password in a log would allow guessing.
 */
export function createHoldSecret(fingerprintKey: Uint8Array): (value: string) => Secret {
  return (value) => {
    const fingerprint = createHmac("sha256", fingerprintKey).update(value).digest("hex");
    return new Secret(value, fingerprint.slice(0, 12));
  };
}
