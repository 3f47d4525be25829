import { createServer } from "node:http";
import { DemoInMemoryAuthProvider } from "@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { browse } from "./browser.ts";
import type { Issuer } from "./issuer.ts";
import { close, listen } from "./listen.ts";

/** The example authorization server of the protocol's SDK. It grants no refresh tokens. */
export interface SdkIssuer extends Issuer {
  /** Forgets all access tokens. */
  readonly revokeAccess: () => void;
}

const known = { id: "toolcourt-desk", secret: "desk-secret-2f7c9b1e" };
const scopes = ["mcp:tools"];

/** Opens the issuer on a free loopback port. */
export async function openSdkIssuer(): Promise<SdkIssuer> {
  const server = createServer();
  // The SDK writes every issuer as a URL with a path.
  const issuer = `${await listen(server)}/`;
  const provider = new DemoInMemoryAuthProvider();
  const redirects: string[] = [];
  const noted = await noteClients(provider, redirects);
  const app = createMcpExpressApp();
  app.use(mcpAuthRouter({ provider, issuerUrl: new URL(issuer), scopesSupported: scopes }));
  server.on("request", app);
  return {
    issuer,
    scopes,
    known,
    registrations: noted.registrations,
    verifier: {
      verifyAccessToken: async (token) => {
        const found = await provider.verifyAccessToken(token).catch(() => undefined);
        if (found !== undefined) return { ...found, extra: { sub: found.clientId } };
        throw new OAuthError(OAuthErrorCode.InvalidToken, "It is not known.");
      },
    },
    consent: (page) => {
      // It compares the redirect with its port, so the operator's client needs this one.
      redirects.push(new URL(page).searchParams.get("redirect_uri") ?? "");
      return browse(page, {});
    },
    revokeAccess: () => {
      const tokens: unknown = Reflect.get(provider, "tokens");
      if (tokens instanceof Map) tokens.clear();
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** Adds the operator's client, and counts those that register themselves. */
async function noteClients({ clientsStore: store }: DemoInMemoryAuthProvider, redirects: string[]) {
  const register = store.registerClient.bind(store);
  let registrations = 0;
  await register({ client_id: known.id, client_secret: known.secret, redirect_uris: redirects });
  store.registerClient = async (client) => {
    registrations += 1;
    return register(client);
  };
  return { registrations: () => registrations };
}
