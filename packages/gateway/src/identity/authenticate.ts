import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../kernel/clock.ts";
import type { NotLetIn } from "./arrivals.ts";
import type { Identity, Recognition, Recognize } from "./identity.ts";

export type Authentication =
  /** The same identity object for as long as the token is remembered. */
  | {
      readonly kind: "authenticated";
      readonly identity: Identity;
      readonly endsAt: number;
      /** Aborts when the token is taken back before it ends. */
      readonly until?: AbortSignal;
    }
  | {
      readonly kind: "refused";
      readonly challenge: Challenge;
      /** Absent where nothing was shown: whoever has no token yet has made no mistake. */
      readonly reason?: NotLetIn;
    }
  | { readonly kind: "unavailable"; readonly issuer?: string };

/** Why a caller is not let in, in the words of the protocol. */
export interface Challenge {
  readonly error: "missing_token" | "invalid_token" | "insufficient_scope";
}

export interface AuthenticateOptions {
  readonly ways: readonly Recognize[];
  /** What every token has to carry. Keys carry no scopes and are not asked for any. */
  readonly scopes: readonly string[];
  readonly clock: Clock;
  readonly mostRemembered?: number;
}

/** Says who sent a request, by its `Authorization` header. Answers at once for a token it knows. */
export type Authenticate = (
  authorization: string | undefined,
) => Authentication | Promise<Authentication>;

type Recognized = Extract<Recognition, { readonly kind: "recognized" }>;

/**
 * Verified tokens are remembered until they expire, by their hashes: a signature costs a tenth of a
 * millisecond, and a memory of tokens would be worth stealing.
 */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { ways, scopes, clock, mostRemembered = 10_000 } = options;
  const remembered = new LRUCache<string, Recognized>({ max: mostRemembered });

  const judge = (recognition: Recognized): Authentication => {
    const { identity, endsAt, until } = recognition;
    const isKey = endsAt === Number.POSITIVE_INFINITY;
    const isEnough = isKey || scopes.every((scope) => identity.scopes.includes(scope));
    return isEnough
      ? { kind: "authenticated", identity, endsAt, ...(until && { until }) }
      : refused("insufficient_scope", { because: "scope-missing" });
  };

  const recall = (key: string): Recognized | undefined => {
    const known = remembered.get(key);
    if (known?.until?.aborted !== true) return known;
    remembered.delete(key);
    return undefined;
  };

  const verify = async (token: string, key: string): Promise<Authentication> => {
    for (const recognize of ways) {
      // The first way that knows the kind of token decides.
      const recognition = await recognize(token);
      if (recognition === undefined) continue;
      if (recognition.kind === "unavailable") return recognition;
      if (recognition.kind === "refused") return refused("invalid_token", recognition);
      // Of several requests that bring a new token at once, the first one counts for all.
      const known = remembered.get(key) ?? recognition;
      remembered.set(key, known);
      return judge(known);
    }
    return refused("invalid_token", { because: "unknown" });
  };

  return (authorization) => {
    if (authorization === undefined) return refused("missing_token");
    const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
    if (token === undefined) return refused("invalid_token", { because: "malformed" });
    const key = hash("sha256", token, "base64url");
    const known = recall(key);
    if (known === undefined) return verify(token, key);
    if (known.endsAt > clock.now()) return judge(known);
    remembered.delete(key);
    return refused("invalid_token", { because: "expired" });
  };
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
