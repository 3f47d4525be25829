import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { discover, failed } from "../boundary/connections/discover.ts";
import type { ProviderEgress } from "../boundary/connections/provider.ts";
import type { Provider } from "../boundary/connections/settings.ts";
import type { LoginConfig } from "../config/console.ts";
import type { AuthConfig } from "../config/server.ts";

export interface LoginProviderDeps extends Pick<Runtime, "clock"> {
  readonly door: ProviderEgress;
  readonly login: LoginConfig;
  /** Who is trusted now. */
  readonly auth: () => AuthConfig;
}

/** Endpoints change rarely, and a person waits for each request. */
const keptMs = 300_000;

/** The issuer at which people sign in to the console, as our client sees it. */
export class LoginProvider {
  readonly #deps: LoginProviderDeps;
  #found: Promise<Provider> | undefined;
  #foundAt = 0;

  constructor(deps: LoginProviderDeps) {
    this.#deps = deps;
  }

  /** Asks the issuer for its endpoints, unless they are named or known. Throws a `Refusal`. */
  readonly current = async (signal: AbortSignal): Promise<Provider> => {
    const now = this.#deps.clock.monotonic();
    if (this.#found === undefined || now - this.#foundAt >= keptMs) {
      const asked = findProvider(this.#deps, signal);
      this.#found = asked;
      this.#foundAt = now;
      // What failed is asked again at once.
      asked.catch(() => {
        if (this.#found === asked) this.#found = undefined;
      });
    }
    return { ...(await this.#found), ...wishesOf(this.#deps) };
  };
}

async function findProvider(
  { door, login }: LoginProviderDeps,
  signal: AbortSignal,
): Promise<Provider> {
  const { issuer, clientId, clientSecret, endpoints } = login;
  const clientProof = clientSecret === undefined ? "none" : "basic";
  const common = { clientId, clientProof, isPrivate: true } as const;
  if (endpoints !== undefined) return { ...common, issuer, ...endpoints };
  const found = await discover(door, { issuer, isPrivate: true, isForPerson: true, signal });
  const { authorizeUrl, tokenUrl, namesItself } = found;
  if (authorizeUrl === undefined || tokenUrl === undefined) throw failed("no-metadata");
  return { ...common, ...defined({ issuer: found.issuer, namesItself }), authorizeUrl, tokenUrl };
}

/**
 * The scopes of callers, and the resource where tokens are for our own address: an issuer for which
 * another audience is configured has its own way to name us.
 */
function wishesOf({ login, auth }: LoginProviderDeps): Pick<Provider, "scope" | "resource"> {
  const { scopes, trusted, resource } = auth();
  const wanted = login.scopes ?? [...new Set(["openid", ...scopes])];
  const audience = trusted.find(({ issuer }) => issuer === login.issuer)?.audience;
  return {
    scope: wanted.join(" "),
    ...(audience === resource.href && { resource: resource.href }),
  };
}
