import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import type { AuthenticationFailure, Identity, Recognition, Recognize } from "./identity.ts";
import { isKeyHolder } from "./static-keys.ts";

export type Authentication =
  /** The identity object is the same while the token is cached. */
  | {
      readonly kind: "authenticated";
      readonly identity: Identity;
      readonly endsAt: number;
      /** Aborts when the token is revoked early. Default: never revoked early. */
      readonly until?: AbortSignal | undefined;
    }
  | {
      readonly kind: "refused";
      readonly challenge: Challenge;
      /** Absent without a token: a caller without one has made no mistake yet. */
      readonly reason?: AuthenticationFailure;
    }
  | { readonly kind: "unavailable"; readonly issuer?: string | undefined };

/** Why a caller is refused, in protocol terms. */
export interface Challenge {
  readonly error: "missing_token" | "invalid_token" | "insufficient_scope";
}

export interface AuthenticateDeps extends Pick<Runtime, "clock"> {
  readonly methods: readonly Recognize[];
  /** Scopes every token must have. Keys have no scopes and need none. */
  readonly scopes: readonly string[];
  /** Gets the SHA-256 of each key that is used, in base64url. Must not wait. Default: nothing. */
  readonly onKeyUsed?: ((sha256: string) => void) | undefined;
}

/**
 * Returns the sender of a request by its `Authorization` header. Synchronous for a cached token.
 */
export type Authenticate = (
  authorization: string | undefined,
) => Authentication | Promise<Authentication>;

/** Caches verified tokens for some minutes: checking a signature costs a tenth of a millisecond. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { methods, scopes, clock, onKeyUsed } = deps;
  const cache = new TokenCache(clock);

  const judge = (recognition: Recognized, key: string): Authentication => {
    const { identity, endsAt, until } = recognition;
    const isOfKey = isKey(recognition);
    if (isOfKey) onKeyUsed?.(key);
    return isOfKey || scopes.every((each) => identity.scopes.includes(each))
      ? { kind: "authenticated", identity, endsAt, until }
      : refused("insufficient_scope", { because: "scope-missing" });
  };

  const verify = async (token: string, key: string): Promise<Authentication> => {
    const recognition = await recognizeFirst(methods, token);
    if (recognition.kind === "recognized") return judge(cache.add(key, recognition), key);
    if (recognition.kind === "unavailable") {
      const known = cache.withoutIssuer(key);
      return known === undefined ? recognition : judge(known, key);
    }
    cache.remove(key);
    return refused("invalid_token", recognition);
  };

  return function authenticate(authorization) {
    if (authorization === undefined) return refused("missing_token");
    const token = tokenIn(authorization);
    const key = hash("sha256", token, "base64url");
    const known = cache.find(key);
    if (known === undefined) {
      if (!wellFormed.test(token)) return refused("invalid_token", { because: "malformed" });
      return verify(token, key);
    }
    if (known.recognition.endsAt <= clock.now()) {
      cache.remove(key);
      return refused("invalid_token", { because: "expired" });
    }
    return known.isDue ? verify(token, key) : judge(known.recognition, key);
  };
}

const scheme = "bearer ";
/** Only for unknown tokens: this check costs more than the cache lookup by hash. */
const wellFormed = /^[\w\-.~+/]+=*$/;

/** Returns an empty string, which is no token, for another scheme. */
export function tokenIn(authorization: string): string {
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  // Any number of spaces may precede the token.
  return isBearer ? authorization.slice(scheme.length).trimStart() : "";
}

/** The first method that knows the token's kind decides. */
async function recognizeFirst(methods: readonly Recognize[], token: string): Promise<Recognition> {
  for (const recognize of methods) {
    const recognition = await recognize(token);
    if (recognition !== undefined) return recognition;
  }
  return { kind: "refused", because: "unknown" };
}

function refused(error: Challenge["error"], reason?: AuthenticationFailure): Authentication {
  const challenge = { error };
  if (reason === undefined) return { kind: "refused", challenge };
  const { because, issuer } = reason;
  return { kind: "refused", challenge, reason: { because, issuer } };
}

type Recognized = Extract<Recognition, { readonly kind: "recognized" }>;

function isKey({ identity }: Recognized): boolean {
  return isKeyHolder(identity.id);
}

interface CachedToken {
  readonly recognition: Recognized;
  readonly verifiedAt: number;
  dueAt: number;
}

const maxTokens = 10_000;
/** The signing key may be withdrawn without notice. */
const verifyAfterMs = 300_000;
/** Grace period and retry interval while the issuer is unavailable. */
const withoutAnswer = { maxMs: 3_600_000, everyMs: 30_000 };

/** Verified tokens by hash: stored tokens would be worth stealing. */
class TokenCache {
  readonly #clock: Runtime["clock"];
  readonly #tokens = new LRUCache<string, CachedToken>({ max: maxTokens });

  constructor(clock: Runtime["clock"]) {
    this.#clock = clock;
  }

  /** Returns the cached recognition of a token, and whether it must be verified again first. */
  find(key: string): { readonly recognition: Recognized; readonly isDue: boolean } | undefined {
    const known = this.#find(key);
    return (
      known && { recognition: known.recognition, isDue: this.#clock.monotonic() >= known.dueAt }
    );
  }

  /** Caches a recognition. For concurrent requests with a new token, the first one wins. */
  add(key: string, recognition: Recognized): Recognized {
    const verifiedAt = this.#clock.monotonic();
    // Keys are revoked by their signals.
    const dueAt = isKey(recognition) ? Number.POSITIVE_INFINITY : verifiedAt + verifyAfterMs;
    const first = this.#find(key)?.recognition ?? recognition;
    this.#tokens.set(key, { recognition: first, verifiedAt, dueAt });
    return first;
  }

  /** Returns the recognition still valid while the issuer is unavailable. */
  withoutIssuer(key: string): Recognized | undefined {
    const known = this.#find(key);
    const now = this.#clock.monotonic();
    if (known === undefined || now - known.verifiedAt >= withoutAnswer.maxMs) return undefined;
    known.dueAt = now + withoutAnswer.everyMs;
    return known.recognition;
  }

  remove(key: string): void {
    this.#tokens.delete(key);
  }

  #find(key: string): CachedToken | undefined {
    const known = this.#tokens.get(key);
    if (known?.recognition.until?.aborted !== true) return known;
    this.#tokens.delete(key);
    return undefined;
  }
}
