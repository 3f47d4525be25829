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

  /**
   * Sends with the current credential. Sends once more with a renewed one, and once more with one of
   * more scopes, if the server demands it.
   */
  async send<T>(
    attempt: (headers: Headers) => Promise<T>,
    verdictOf: (outcome: PromiseSettledResult<T>) => Verdict,
    signal: AbortSignal,
  ): Promise<T> {
    let sent = await this.#current(signal);
    let met: readonly Demand[] = none;
    for (;;) {
      const outcome = await settled(attempt(sent.headers));
      const demand = demandOf(verdictOf(outcome));
      if (demand === undefined) return valueOf(outcome);
      const { kind } = demand;
      const before = met.find((each) => each.kind === kind);
      const better = before ?? (await this.#better(sent, demand, signal));
      if (better.sent === undefined) throw this.#denied(kind, better.scopes);
      sent = better.sent;
      met = [...met, { kind, scopes: better.scopes }];
    }
  }

  /** Returns another credential that may meet the demand, or the scopes that a login should have. */
  async #better(
    { credential }: Sent,
    { kind, scopes }: Demand,
    signal: AbortSignal,
  ): Promise<Better> {
    let all = scopes;
    if (kind === "token") await this.#source.refused(credential);
    else {
      const steppedUp = await this.#source.stepUp(credential, scopes).catch(asCredentialFault);
      all = steppedUp.scopes;
      if (!steppedUp.isWider) return { scopes: all };
    }
    const sent = await this.#current(signal);
    return sent.credential === credential ? { scopes: all } : { scopes: all, sent };
  }

  async #current(signal: AbortSignal): Promise<Sent> {
    const credential = await this.#source.current(signal).catch(asCredentialFault);
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

  #denied(because: "token" | "scope", scopes: readonly string[]): UpstreamError {
    const refusal = this.#source.denied(because, scopes);
    return new UpstreamError({ kind: "credential", refusal }, { cause: refusal });
  }
}

/** What the server demands of the credential. */
interface Demand {
  readonly kind: "token" | "scope";
  readonly scopes: readonly string[];
  readonly sent?: undefined;
}

interface Better {
  readonly scopes: readonly string[];
  /** Unset if there is no other credential. */
  readonly sent?: Sent;
}

const none: readonly Demand[] = [];

/** Returns undefined if the server accepts the credential. */
function demandOf({ status, challenge }: Verdict): Demand | undefined {
  if (status === 401) return { kind: "token", scopes: [] };
  const demanded = status === 403 ? readChallenge(challenge) : undefined;
  if (demanded?.error !== "insufficient_scope") return undefined;
  return { kind: "scope", scopes: namedScopes(demanded.scope) };
}

function asCredentialFault(error: unknown): never {
  if (!isRefusal(error)) throw error;
  throw new UpstreamError({ kind: "credential", refusal: error }, { cause: error });
}

function valueOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
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
