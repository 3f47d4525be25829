import { createServer } from "node:http";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Trust } from "@toolcourt/gateway/internal/governance/identity/create-identities";
import { toleranceSeconds } from "@toolcourt/gateway/internal/governance/identity/json-web-tokens";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** Differences from a valid token. */
export interface Difference {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed by an attacker who claims to be the issuer. Default: false. */
  readonly isForged?: boolean;
  /** Claimed id of the signing key. Default: the real one. */
  readonly keyId?: string;
}

/** A token issuer with real keys at a real address. */
export interface TestIssuer extends AsyncDisposable {
  /** Issues a token for `sub`, valid except for the given difference. */
  readonly tokenFor: (sub: string, difference?: Difference) => Promise<string>;
  /** Configuration by which a gateway trusts the issuer. */
  readonly trust: Trust;
  /** Number of requests for the keys. */
  readonly asked: () => number;
}

/** The test gateway's own address. */
export const resource = new URL("https://tools.example.com/mcp");
const saidMs = 60_000;
/** Effective lifetime of a token: its stated one plus the tolerated clock skew. */
export const lifetimeMs = saidMs + toleranceSeconds * 1000;

export async function openIssuer(clock: Clock): Promise<TestIssuer> {
  const [own, foreign] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "k1", alg: "ES256" }];
  const door = await serveKeys(keys);
  const issuer = door.url.origin;
  const known = { name: "login", issuer, jwksUrl: new URL("/keys", door.url) };
  const scopes = ["mcp"];
  const audience = resource.href;
  const claims = { roles: "roles", tenant: "tenant" };
  return {
    tokenFor: (sub, { claims: others, isForged = false, keyId = "k1" } = {}) => {
      const exp = Math.floor((clock.now() + saidMs) / 1000);
      const defaults = { iss: issuer, aud: audience, sub, exp, scope: "mcp", roles: ["reader"] };
      return new SignJWT({ ...defaults, ...others })
        .setProtectedHeader({ alg: "ES256", kid: keyId })
        .sign((isForged ? foreign : own).privateKey);
    },
    trust: {
      resource,
      issuers: [issuer],
      scopes,
      trusted: [{ ...known, audience, claims }],
      keys: [],
    },
    asked: door.asked,
    [Symbol.asyncDispose]: door[Symbol.asyncDispose],
  };
}

async function serveKeys(keys: readonly JWK[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An attacker with a key that no issuer has published. */
interface Forger {
  /** The public half of the key. */
  readonly jwk: JWK;
  readonly sign: (claims: JWTPayload, header: Readonly<Record<string, unknown>>) => Promise<string>;
}

export async function createForger(): Promise<Forger> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  return {
    jwk: await exportJWK(publicKey),
    sign: (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }).sign(privateKey),
  };
}
