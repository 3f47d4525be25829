import type { KeyObject } from "node:crypto";
import { decodeJwt, jwtVerify } from "jose";

interface KnownClient {
  readonly clientId: string;
  readonly issuer: string;
  /** The ids of all assertions so far. */
  readonly used: Set<string>;
}

/** Checks the assertion of a client (RFC 7523). Each is good once, at the time of its client. */
export async function isSignedBy(
  key: KeyObject,
  body: URLSearchParams,
  { clientId, issuer, used }: KnownClient,
): Promise<boolean> {
  const assertion = body.get("client_assertion") ?? "";
  try {
    const { iat = 0 } = decodeJwt(assertion);
    const { payload } = await jwtVerify(assertion, key, {
      issuer: clientId,
      subject: clientId,
      audience: issuer,
      requiredClaims: ["jti", "exp"],
      currentDate: new Date(iat * 1_000),
      maxTokenAge: 60,
    });
    const { jti = "" } = payload;
    if (used.has(jti)) return false;
    used.add(jti);
    return body.get("client_assertion_type")?.endsWith(":jwt-bearer") === true;
  } catch {
    return false;
  }
}

/** Returns the answer to an exchange: an access token, or a grant at another issuer (ID-JAG). */
export function exchangedAs(body: URLSearchParams, granted: object): object {
  const type = body.get("requested_token_type") ?? "";
  const isGrant = type.endsWith(":id-jag");
  return { ...granted, issued_token_type: type, ...(isGrant && { token_type: "N_A" }) };
}

/** Builds an ID token, as far as a client reads it. */
export function idTokenOf(
  iss: string,
  { aud, endsAt }: { readonly aud: string; readonly endsAt: number },
): string {
  const claims = { iss, sub: "ada", aud, exp: Math.floor(endsAt / 1_000) };
  return `${encoded({ alg: "ES256" })}.${encoded(claims)}.signature-canary`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
