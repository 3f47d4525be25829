import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { readChallenge } from "../../boundary/egress/challenge.ts";
import {
  type Credential,
  type Headers,
  openHeaders,
} from "../../boundary/egress/request-headers.ts";
import type { CredentialSource } from "../connection.ts";
import { UpstreamError } from "../upstream.ts";

/** A credential and the whole header block that it was sent in. */
interface Sent {
  readonly credential: Credential;
  readonly headers: Headers;
}

/** What the server answered to a request, as far as its credential is concerned. */
export interface Verdict {
  readonly status?: number | undefined;
  /** The header `WWW-Authenticate`. The server wrote it. */
  readonly challenge?: string | undefined;
}

/** Adds the credential of a server to requests. A refused one is renewed, and sent once more. */
export class Authorizer {
  readonly #source: CredentialSource;
  readonly #origin: string;
  readonly #fixed: Headers;
  /** The header block is made once per credential, not per request. */
  readonly #prepared = new WeakMap<Credential, Headers>();

  constructor(source: CredentialSource, address: { readonly url: URL; readonly headers: Headers }) {
    this.#source = source;
    this.#origin = address.url.origin;
    this.#fixed = address.headers;
  }

  /** Sends with the current credential, and with a renewed one if the server refuses it. */
  async send<T>(
    attempt: (headers: Headers) => Promise<T>,
    verdictOf: (outcome: PromiseSettledResult<T>) => Verdict,
    signal: AbortSignal,
  ): Promise<T> {
    const first = await this.#current(signal);
    const outcome = await settled(attempt(first.headers));
    if (verdictOf(outcome).status !== 401) return this.#checked(outcome, verdictOf);
    await this.#source.refused(first.credential);
    const next = await this.#current(signal);
    if (next.credential === first.credential) return this.#checked(outcome, verdictOf);
    return this.#checked(await settled(attempt(next.headers)), verdictOf);
  }

  async #current(signal: AbortSignal): Promise<Sent> {
    const credential = await this.#source.current(signal).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw new UpstreamError({ kind: "credential", refusal: error }, { cause: error });
    });
    const known = this.#prepared.get(credential);
    if (known !== undefined) return { credential, headers: known };
    if (!credential.origins.includes(this.#origin)) throw this.#denied("token", []);
    const sealed = Object.entries(credential.headers).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    const headers = openHeaders(this.#fixed, sealed);
    this.#prepared.set(credential, headers);
    return { credential, headers };
  }

  #checked<T>(
    outcome: PromiseSettledResult<T>,
    verdictOf: (outcome: PromiseSettledResult<T>) => Verdict,
  ): T {
    const { status, challenge } = verdictOf(outcome);
    if (status === 401) throw this.#denied("token", []);
    const demanded = status === 403 ? readChallenge(challenge) : undefined;
    if (demanded?.error === "insufficient_scope") {
      throw this.#denied("scope", namedScopes(demanded.scope));
    }
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }

  #denied(because: "token" | "scope", scopes: readonly string[]): UpstreamError {
    const refusal = this.#source.denied(because, scopes);
    return new UpstreamError({ kind: "credential", refusal }, { cause: refusal });
  }
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}

const maxScopes = 20;

/** Returns the scopes that may stand in a command. The server wrote them. */
function namedScopes(scope = ""): readonly string[] {
  const scopes = scope.split(" ").filter((each) => /^[\w.:/-]{1,100}$/.test(each));
  return scopes.slice(0, maxScopes);
}
