import { hash, timingSafeEqual } from "node:crypto";
import { createRemoteJWKSet, customFetch, type JWTHeaderParameters, type JWTPayload } from "jose";
import type { Because } from "./identity.ts";
import {
  algorithms,
  type Issuer,
  keysLastMs,
  refusalFor,
  type TokenDeps,
  toleranceSeconds,
  verifyWithAny,
} from "./json-web-tokens.ts";

/** What an ID token must say. */
export interface IdTokenWanted {
  readonly clientId: string;
  readonly nonce: string;
  /** The token that came with it. */
  readonly accessToken: string;
}

export type IdTokenVerdict =
  | { readonly kind: "proven" }
  | { readonly kind: "refused"; readonly because: Because }
  /** The keys of the issuer are unreachable. */
  | { readonly kind: "unavailable" };

export type CheckIdToken = (token: string, wanted: IdTokenWanted) => Promise<IdTokenVerdict>;

/** Checks ID tokens of one issuer (OpenID Connect Core, 3.1.3.7). */
export function createCheckIdToken(issuer: Issuer, { clock, fetch }: TokenDeps): CheckIdToken {
  const keys = createRemoteJWKSet(issuer.jwksUrl, {
    cacheMaxAge: keysLastMs,
    [customFetch]: (url: string, { signal }: { readonly signal: AbortSignal }) =>
      fetch(url, signal),
  });

  return async (token, wanted) => {
    try {
      const { payload, protectedHeader } = await verifyWithAny(token, keys, {
        algorithms,
        issuer: issuer.issuer,
        audience: wanted.clientId,
        requiredClaims: ["exp", "iat", "sub", "nonce"],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(clock.now()),
      });
      const isOurs = isForLogin(payload, protectedHeader, wanted);
      return isOurs ? { kind: "proven" } : { kind: "refused", because: "not-for-us" };
    } catch (error) {
      const { kind, ...why } = refusalFor(error);
      return kind === "refused" && "because" in why ? { kind, because: why.because } : unavailable;
    }
  };
}

const unavailable = { kind: "unavailable" } as const;

function isForLogin(
  payload: JWTPayload,
  { alg, typ = "JWT" }: JWTHeaderParameters,
  { clientId, nonce, accessToken }: IdTokenWanted,
): boolean {
  const { aud = [], azp, nonce: given, at_hash: ofAccess } = payload;
  // Several audiences need the party that asked; one that is named must be us.
  const isParty = azp === undefined ? [aud].flat().length === 1 : azp === clientId;
  const isOfAccess = ofAccess === undefined || isSame(ofAccess, accessHash(accessToken, alg));
  return /^(?:application\/)?jwt$/i.test(typ) && isParty && isSame(given, nonce) && isOfAccess;
}

/** The left half of the hash that the signature uses. Ed25519 signs with SHA-512. */
function accessHash(accessToken: string, alg: string): string {
  const bits = /\d{3}$/.exec(alg)?.[0] ?? "512";
  const digest = hash(`sha${bits}`, accessToken, "buffer");
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

function isSame(given: unknown, wanted: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
