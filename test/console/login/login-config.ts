import type { JsonObject } from "../../../packages/sdk/src/index.ts";
import type { LoginIssuer } from "./login-issuer.ts";

export interface Change {
  /** Changes of the login. Default: none. */
  readonly login?: JsonObject;
  /** Changes of the trusted issuer. Default: none. */
  readonly trusted?: JsonObject;
  /** Keys of callers. Default: none. */
  readonly keys?: readonly JsonObject[];
  /** Scopes that callers need. Default: `mcp`. */
  readonly scopes?: readonly string[];
}

export const resource = "http://127.0.0.1/mcp";

/** What people may do, by the roles that the issuer names. */
export const policy = `version: 1
roles:
  all: ["approvals:read", "calls:read"]
...
`;

const names = ["hello", "read_repo_file", "write_memory_entry"];

/** The configuration of a gateway that trusts the issuer. */
export function configOf(
  { issuer, jwksUrl, client }: Pick<LoginIssuer, "issuer" | "jwksUrl" | "client">,
  { login, trusted, keys = [], scopes = ["mcp"] }: Change = {},
): JsonObject {
  const known = { name: "login", issuer, jwks_url: jwksUrl, ...trusted };
  return {
    toolbox: { local: ["workspace"], tools: names.map((name) => ({ name })) },
    stores: { url: "sqlite:state.db" },
    policy: { file: "policy.yaml" },
    server: { auth: { resource, scopes, issuers: [known], keys } },
    console: {
      enabled: true,
      login: {
        issuer,
        client_id: client.id,
        client_secret: "${CONSOLE_SECRET}",
        ...login,
      },
    },
  };
}
