import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { openSecret, type Secret } from "../secrets/secret.ts";
import { openClientKey } from "./client-key.ts";
import type { Provider } from "./settings.ts";

export type ProofDeps = Pick<Runtime, "clock" | "randomBytes">;

/** What a provider must be told about the proof. */
type ProvingAt = Pick<Provider, "clientProof" | "keyId" | "thumbprint" | "proofAudience">;

/** Returns how our client authenticates. A private key only signs, and is never sent. */
export function proofOf(
  provider: ProvingAt,
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
      return keyProof(secret, provider, deps);
    case "assertion":
      return assertionProof(async () => secret);
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
  { keyId, thumbprint, proofAudience }: ProvingAt,
  { clock, randomBytes }: ProofDeps,
): oauth.ClientAuth {
  return assertionProof(({ issuer }, id) => {
    const { key, algorithm } = openClientKey(sealed);
    const now = Math.floor(clock.now() / 1_000);
    const header =
      thumbprint === undefined
        ? { alg: algorithm, ...defined({ kid: keyId }) }
        : { alg: "PS256", typ: "JWT", "x5t#S256": thumbprint };
    return new SignJWT(thumbprint === undefined ? {} : { nbf: now })
      .setProtectedHeader(header)
      .setIssuer(id)
      .setSubject(id)
      .setAudience(proofAudience ?? issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + lastsSeconds)
      .setJti(Buffer.from(randomBytes(16)).toString("base64url"))
      .sign(key);
  });
}

/** Sends a signed statement about our client (RFC 7523, 2.2). */
function assertionProof(
  assertionFor: (server: oauth.AuthorizationServer, clientId: string) => Promise<string>,
): oauth.ClientAuth {
  return async (server, { client_id: id }, body) => {
    const assertion = await assertionFor(server, id);
    body.set("client_id", id);
    body.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    body.set("client_assertion", assertion);
  };
}
