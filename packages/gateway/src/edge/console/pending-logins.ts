import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { SessionOwner } from "./sessions.ts";

/** The issuer at which people sign in. Its functions throw a `Refusal` in our own words. */
export interface LoginIssuer {
  /** Its host, for the button. */
  readonly host: string;
  /** The issuer sends the browser back to this address. */
  readonly begin: (redirectUri: string) => Promise<BegunLogin>;
}

/** A login as begun. What proves it stays in the gateway. */
export interface BegunLogin {
  /** Where the browser goes. */
  readonly address: string;
  /** What the answer must repeat. */
  readonly state: string;
  /** Checks the answer of the issuer. The address of the client is for the log. */
  readonly finish: (answer: URLSearchParams, client: string | undefined) => Promise<SessionOwner>;
}

interface Pending {
  readonly begun: BegunLogin;
  /** Hash of the cookie of the browser that began it. */
  readonly browser: string;
  /** Monotonic milliseconds. */
  readonly endsAt: number;
}

export const loginSeconds = 300;
/** Above it the oldest login is forgotten. Each address begins at most 20 in a minute. */
const maxPending = 1_000;

/** Logins that were begun and not ended. Each can be ended once, in the browser that began it. */
export class PendingLogins {
  readonly #clock: Runtime["clock"];
  /** By the hash of the state, the oldest first. */
  readonly #logins = new Map<string, Pending>();

  constructor({ clock }: Pick<Runtime, "clock">) {
    this.#clock = clock;
  }

  /** `cookie` is the value that only the browser has. */
  keep(begun: BegunLogin, cookie: string): void {
    const now = this.#clock.monotonic();
    for (const [key, { endsAt }] of this.#logins) {
      if (endsAt > now && this.#logins.size < maxPending) break;
      this.#logins.delete(key);
    }
    const endsAt = now + loginSeconds * 1_000;
    this.#logins.set(hashOf(begun.state), { begun, browser: hashOf(cookie), endsAt });
  }

  /** Takes a login out. A state that another browser shows is used up as well: it has leaked. */
  take(state: string, cookie: string | undefined): BegunLogin | undefined {
    const key = hashOf(state);
    const found = this.#logins.get(key);
    this.#logins.delete(key);
    if (found === undefined || cookie === undefined) return undefined;
    const isOurs = found.browser === hashOf(cookie) && this.#clock.monotonic() < found.endsAt;
    return isOurs ? found.begun : undefined;
  }
}

export function hashOf(value: string): string {
  return hash("sha256", value, "hex");
}
