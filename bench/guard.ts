import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { openIssuer, resource } from "../packages/testing/src/issuer.ts";

/** A token issuer, the gateway's configuration for it, and a token it signed. */
export interface Guard extends AsyncDisposable {
  readonly token: string;
  /** The value of `server.auth` in a configuration. */
  readonly auth: Readonly<Record<string, unknown>>;
}

const lastsSeconds = 4 * 3_600;

export async function openGuard(): Promise<Guard> {
  const issuer = await openIssuer(systemClock);
  const exp = Math.floor(systemClock.now() / 1000) + lastsSeconds;
  const token = await issuer.tokenFor("load", { claims: { exp, roles: ["caller"] } });
  const issuers = issuer.trust.trusted.map(({ name, issuer: iss, jwksUrl, audience }) => ({
    name,
    issuer: iss,
    jwks_url: jwksUrl.href,
    audience,
  }));
  return {
    token,
    auth: { resource: resource.href, scopes: issuer.trust.scopes, issuers },
    [Symbol.asyncDispose]: issuer[Symbol.asyncDispose],
  };
}
