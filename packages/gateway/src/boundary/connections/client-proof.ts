import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { openClientKey } from "./client-key.ts";
import type { Provider } from "./settings.ts";

export type ProofDeps = Pick<Runtime, "clock" | "randomBytes">;

/** Returns how our client authenticates. A private key only signs, and is never sent. */
export function proofOf(
  provider: Pick<Provider, "clientProof" | "keyId">,
  clientSecret: Secret | undefined,
  deps: ProofDeps,
): oauth.ClientAuth {
  const { clientProof } = provider;
  if (clientSecret === undefined || clientProof === "none") return oauth.None();
  const secret = openSecret(clientSecret);
  switch (clientProof) {
    case "basic":
      return basicProof(secret);
    case "post":
      return oauth.ClientSecretPost(secret);
    case "jwt":
      return keyProof(secret, provider.keyId, deps);
    default:
      return clientProof;
  }
}

/**
 * Encodes as RFC 6749, 2.3.1 and appendix B. The library also encodes dashes and dots, and providers
 * that do not decode then refuse most ids.
 */
function basicProof(secret: string): oauth.ClientAuth {
  return (...[, client, , headers]) => {
    const pair = [client.client_id, secret].map(formEncoded).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Long enough for one request on a slow network. */
const lastsSeconds = 60;

/**
 * Signs an assertion for one request (RFC 7523, `private_key_jwt`). The audience is the issuer
 * alone: an assertion for one provider is of no use at another.
 */
function keyProof(
  sealed: string,
  keyId: string | undefined,
  { clock, randomBytes }: ProofDeps,
): oauth.ClientAuth {
  return async ({ issuer }, { client_id: id }, body) => {
    const { key, algorithm } = openClientKey(sealed);
    const now = Math.floor(clock.now() / 1_000);
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: algorithm, ...(keyId !== undefined && { kid: keyId }) })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lastsSeconds)
      .setJti(Buffer.from(randomBytes(16)).toString("base64url"))
      .sign(key);
    body.set("client_id", id);
    body.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    body.set("client_assertion", assertion);
  };
}
