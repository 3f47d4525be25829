import type { AuthConfig } from "../config/server.ts";
import { type CheckIdToken, createCheckIdToken } from "../governance/identity/id-tokens.ts";
import type { Issuer, TokenDeps } from "../governance/identity/json-web-tokens.ts";

/** The trust in an issuer, until a reload changes it. */
export interface Trusted {
  readonly issuer: Issuer;
  readonly check: CheckIdToken;
  /** Aborts when issuers or scopes change: a token might be refused then. */
  readonly ended: AbortSignal;
}

export interface LoginTrustDeps extends Pick<TokenDeps, "clock"> {
  readonly issuer: string;
  readonly auth: () => AuthConfig;
  /** Opens the way to the keys of an issuer. */
  readonly fetchOf: (issuer: Issuer) => TokenDeps["fetch"];
}

/** Follows the trust in the issuer of the login. */
export class LoginTrust {
  readonly #deps: LoginTrustDeps;
  #known = "";
  #now: Trusted | undefined;
  #ending = new AbortController();

  constructor(deps: LoginTrustDeps) {
    this.#deps = deps;
  }

  /** Undefined if the issuer is not trusted any more. */
  readonly now = (): Trusted | undefined => {
    const { issuer: wanted, auth, fetchOf, clock } = this.#deps;
    const { trusted, scopes } = auth();
    const issuer = trusted.find((each) => each.issuer === wanted);
    const text = JSON.stringify([issuer, scopes]);
    if (text === this.#known) return this.#now;
    this.#known = text;
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#now = issuer && {
      issuer,
      check: createCheckIdToken(issuer, { clock, fetch: fetchOf(issuer) }),
      ended: this.#ending.signal,
    };
    return this.#now;
  };
}
