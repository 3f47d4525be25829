import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import type { Because, Identity, Recognition, Recognize } from "./identity.ts";

/** A trusted token issuer. */
export interface Issuer {
  /** Our name for it, and the prefix of its principals' ids. */
  readonly name: string;
  readonly issuer: string;
  readonly jwksUrl: URL;
  /** The required audience. A token for another audience is refused. */
  readonly audience: string;
  /** Other names of ours, as audiences. Default: none. */
  readonly alsoFor?: readonly string[] | undefined;
  /** Claim names of the roles and the tenant. */
  readonly claims: { readonly roles: string; readonly tenant: string };
}

export interface TokenDeps extends Pick<Runtime, "clock"> {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Response>;
}

/** Asymmetric algorithms only. A caller who could choose another could forge a signature. */
export const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "EdDSA",
];
export const toleranceSeconds = 5;
/** How long an issuer's keys are cached. */
export const keysLastMs = 300_000;
const maxTokenLength = 16_384;

/** Recognizes JSON Web Tokens of trusted issuers. */
export function createJsonWebTokens(
  issuers: readonly Issuer[],
  { clock, fetch }: TokenDeps,
): Recognize {
  const known = new Map(
    issuers.map((issuer) => {
      const options = {
        cacheMaxAge: keysLastMs,
        [customFetch]: (url: string, { signal }: { readonly signal: AbortSignal }) =>
          fetch(url, signal),
      };
      return [issuer.issuer, { issuer, keys: createRemoteJWKSet(issuer.jwksUrl, options) }];
    }),
  );

  return async (token) => {
    if (token.split(".").length !== 3) return undefined;
    const claimed = token.length > maxTokenLength ? undefined : claimedIssuer(token);
    if (claimed === undefined) return refused("malformed");
    // Before verification only the issuer is read from a token, to select its keys.
    const trusted = known.get(claimed);
    if (trusted === undefined) return refused("unknown");
    const { issuer, keys } = trusted;
    try {
      const { payload, protectedHeader } = await verifyWithAny(token, keys, {
        algorithms,
        issuer: issuer.issuer,
        audience: audiencesOf(issuer),
        requiredClaims: ["exp", "sub"],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(clock.now()),
      });
      if (!isForAccess(protectedHeader.typ))
        return { ...refused("not-for-us"), issuer: issuer.name };
      // Bound to a key of its owner (RFC 7800). Without its proof anyone may hold the token.
      if (payload["cnf"] !== undefined) return { ...refused("bound-to-key"), issuer: issuer.name };
      return recognized(payload, issuer);
    } catch (error) {
      return { ...refusalFor(error), issuer: issuer.name };
    }
  };
}

function audiencesOf({ audience, alsoFor = [] }: Issuer): string[] {
  return [audience, ...alsoFor];
}

/** More keys of one type than any issuer rotates through. */
const maxKeysTried = 8;

/** Tries every key that fits: a token without `kid` does not say which one signed it. */
export async function verifyWithAny(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let left = maxKeysTried;
    for await (const key of error) {
      left -= 1;
      if (left < 0) break;
      const verified = await jwtVerify(token, key, options).catch(unlessOtherKey);
      if (verified !== undefined) return verified;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Only a wrong signature means another key. An expired token is expired under its own key. */
function unlessOtherKey(error: unknown): undefined {
  if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
  throw error;
}

function claimedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/**
 * Issuers sign other tokens with the same keys, such as logout tokens. Their type says so, and they
 * are refused.
 */
function isForAccess(type: string | undefined): boolean {
  return type === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(type);
}

function recognized(payload: unknown, issuer: Issuer): Recognition {
  if (!isJsonObject(payload) || !areShallow(payload)) return refused("malformed");
  const identity = identityIn(payload, issuer);
  const ends = own(payload, "exp");
  if (identity === undefined || typeof ends !== "number") return refused("malformed");
  // Valid for as long as it is accepted. Every token has a finite end, even with a huge `exp`.
  const endsAt = Math.min((ends + toleranceSeconds) * 1000, Number.MAX_SAFE_INTEGER);
  return { kind: "recognized", identity, endsAt };
}

/**
 * Returns undefined if the owner is unreadable. A missing tenant is no loophole: it sees only data
 * without one.
 */
function identityIn(payload: JsonObject, { name, claims }: Issuer): Identity | undefined {
  const subject = own(payload, "sub");
  const tenant = at(payload, claims.tenant) ?? undefined;
  if (!isName(subject) || (tenant !== undefined && !isName(tenant))) return undefined;
  return {
    id: `${name}:${subject}`,
    roles: textsIn(at(payload, claims.roles)),
    scopes: textsIn(own(payload, "scope") ?? own(payload, "scp")),
    claims: payload,
    isSystem: false,
    ...(tenant === undefined ? {} : { tenant }),
  };
}

/** Deeper than any issuer needs, and shallow enough for every reader. */
const maxClaimDepth = 16;

/**
 * Returns whether claims are shallow enough for the policy. The token limit bounds their length.
 */
function areShallow(claims: JsonObject): boolean {
  let level: readonly JsonValue[] = [claims];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxClaimDepth) return false;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return true;
}

/** The OpenID Connect limit for a subject. Longer ones do not fit a database index. */
const maxNameLength = 255;

// A name must fit the store and a log line.
function isName(value: JsonValue | undefined): value is string {
  if (typeof value !== "string" || value.length > maxNameLength) return false;
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(value);
}

/** Reads a claim by name, or a nested one by dotted path. */
function at(payload: JsonObject, path: string): JsonValue | undefined {
  const whole = own(payload, path);
  if (whole !== undefined) return whole;
  let value: JsonValue | undefined = payload;
  for (const name of path.split(".")) value = isJsonObject(value) ? own(value, name) : undefined;
  return value;
}

/** Issuers write several values as a list, or as one text with spaces. */
function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return value.split(" ").filter((text) => text !== "");
  if (!Array.isArray(value)) return [];
  return value.filter((text) => typeof text === "string");
}

const becauses: ReadonlyMap<string, Because> = new Map([
  [errors.JWTExpired.code, "expired"],
  [errors.JWTClaimValidationFailed.code, "not-for-us"],
  [errors.JWSSignatureVerificationFailed.code, "forged"],
  [errors.JWKSNoMatchingKey.code, "forged"],
  [errors.JOSEAlgNotAllowed.code, "forged"],
  [errors.JOSENotSupported.code, "forged"],
  [errors.JWTInvalid.code, "malformed"],
  [errors.JWSInvalid.code, "malformed"],
]);

// Errors not about the token mean the keys were unavailable.
export function refusalFor(error: unknown): Exclude<Recognition, { readonly kind: "recognized" }> {
  const because = error instanceof errors.JOSEError ? becauses.get(error.code) : undefined;
  return because === undefined ? { kind: "unavailable" } : refused(because);
}

function refused(because: Because): Extract<Recognition, { readonly kind: "refused" }> {
  return { kind: "refused", because };
}
