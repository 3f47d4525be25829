import { hash } from "node:crypto";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { NotLetIn } from "./arrivals.ts";
import type { Identity, Recognition, Recognize } from "./identity.ts";
import { createTokenMemory, isKey, type Recognized } from "./token-memory.ts";

export type Authentication =
  /** The identity object is the same while the token is cached. */
  | {
      readonly kind: "authenticated";
      readonly identity: Identity;
      readonly endsAt: number;
      /** Aborts when the token is revoked early. Default: never revoked early. */
      readonly until?: AbortSignal;
    }
  | {
      readonly kind: "refused";
      readonly challenge: Challenge;
      /** Absent without a token: a caller without one has made no mistake yet. */
      readonly reason?: NotLetIn;
    }
  | { readonly kind: "unavailable"; readonly issuer?: string };

/** Why a caller is refused, in protocol terms. */
export interface Challenge {
  readonly error: "missing_token" | "invalid_token" | "insufficient_scope";
}

export interface AuthenticateOptions {
  readonly ways: readonly Recognize[];
  /** Scopes every token must have. Keys have no scopes and need none. */
  readonly scopes: readonly string[];
  readonly clock: Clock;
  readonly mostRemembered?: number;
}

/**
 * Returns the sender of a request by its `Authorization` header. Synchronous for a cached token.
 */
export type Authenticate = (
  authorization: string | undefined,
) => Authentication | Promise<Authentication>;

/** Caches verified tokens for some minutes: checking a signature costs a tenth of a millisecond. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { ways, scopes, clock, mostRemembered = 10_000 } = options;
  const memory = createTokenMemory(clock, mostRemembered);

  const judge = (recognition: Recognized): Authentication => {
    const { identity, endsAt, until } = recognition;
    const isEnough = isKey(recognition) || scopes.every((each) => identity.scopes.includes(each));
    return isEnough
      ? { kind: "authenticated", identity, endsAt, ...(until && { until }) }
      : refused("insufficient_scope", { because: "scope-missing" });
  };

  const verify = async (token: string, key: string): Promise<Authentication> => {
    const recognition = await firstWord(ways, token);
    if (recognition.kind === "recognized") return judge(memory.keep(key, recognition));
    if (recognition.kind === "unavailable") {
      const known = memory.goOnWith(key);
      return known === undefined ? recognition : judge(known);
    }
    memory.forget(key);
    return refused("invalid_token", recognition);
  };

  return (authorization) => {
    if (authorization === undefined) return refused("missing_token");
    const token = tokenIn(authorization);
    const key = hash("sha256", token, "base64url");
    const known = memory.recall(key);
    if (known === undefined) {
      if (!wellFormed.test(token)) return refused("invalid_token", { because: "malformed" });
      return verify(token, key);
    }
    if (known.recognition.endsAt <= clock.now()) {
      memory.forget(key);
      return refused("invalid_token", { because: "expired" });
    }
    return known.isDue ? verify(token, key) : judge(known.recognition);
  };
}

const scheme = "bearer ";
/** Only for unknown tokens: this check costs more than the cache lookup by hash. */
const wellFormed = /^[\w\-.~+/]+=*$/;

/** Returns an empty string, which is no token, for another scheme. */
function tokenIn(authorization: string): string {
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  // Any number of spaces may precede the token.
  return isBearer ? authorization.slice(scheme.length).trimStart() : "";
}

/** The first method that knows the token's kind decides. */
async function firstWord(ways: readonly Recognize[], token: string): Promise<Recognition> {
  for (const recognize of ways) {
    const recognition = await recognize(token);
    if (recognition !== undefined) return recognition;
  }
  return { kind: "refused", because: "unknown" };
}

function refused(error: Challenge["error"], reason?: NotLetIn): Authentication {
  const challenge = { error };
  if (reason === undefined) return { kind: "refused", challenge };
  const { because, issuer } = reason;
  return {
    kind: "refused",
    challenge,
    reason: issuer === undefined ? { because } : { because, issuer },
  };
}
