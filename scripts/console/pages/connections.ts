import type { JsonObject } from "@toolcourt/sdk";
import { meWith } from "../fixture-me.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";

const day = 86_400_000;

function connectionShown(changes: JsonObject = {}): JsonObject {
  const now = Date.now();
  return {
    id: "5f0c8d2a91c07be48d2a91c0",
    name: "github",
    kind: "oauth",
    status: "active",
    owner: "local",
    users: "tenant",
    origins: ["https://api.github.com"],
    levels: {},
    tiers: [],
    version: 4,
    added: new Date(now - 40 * day).toISOString(),
    changed: new Date(now - 3_600_000).toISOString(),
    expiring: false,
    takesToken: false,
    repair: "toolcourt connections login github",
    lastError: null,
    ...changes,
  };
}

const ids = {
  login: "5f0c8d2a91c07be48d2a91c0",
  token: "a2b4a2b4a2b4a2b4a2b4a2b4",
  failed: "c3d5c3d5c3d5c3d5c3d5c3d5",
  ended: "e4f6e4f6e4f6e4f6e4f6e4f6",
} as const;

const login: JsonObject = {
  issuer: "https://github.com",
  tokenUrl: "https://github.com/login/oauth/access_token",
  clientId: "Iv1.8a61f9b3a7aba766",
  scope: "repo read:org",
  tokenEnds: new Date(Date.now() + 5 * 3_600_000).toISOString(),
};

const token: JsonObject = {
  id: ids.token,
  name: "crm",
  kind: "token",
  expires: new Date(Date.now() + 6 * day).toISOString(),
  expiring: true,
  takesToken: true,
  repair: "toolcourt connections push crm --token <file>",
};

const failed: JsonObject = {
  id: ids.failed,
  name: "payroll",
  kind: "client-credentials",
  status: "expired",
  owner: "ada@example.com",
  tenant: "north",
  repair: "toolcourt connections login payroll --owner ada@example.com --tenant north",
  lastError: {
    code: "connection-unavailable",
    message: "The provider of the connection payroll gave no usable answer.",
    at: new Date(Date.now() - 1_800_000).toISOString(),
  },
};

const ended: JsonObject = {
  id: ids.ended,
  name: "old-mail",
  kind: "headers",
  status: "revoked",
  repair: null,
};

/** A connection that takes a token. */
export const tokenPath: string = `connections/${ids.token}`;
export const tokenRoute: string = `POST ${tokenPath}/token`;

const all = [
  [ids.login, connectionShown(login)],
  [ids.token, connectionShown(token)],
  [ids.failed, connectionShown(failed)],
  [ids.ended, connectionShown(ended)],
] as const;

/** The routes of a gateway with some connections. */
export function connectionRoutes(): FixtureRoutes {
  return {
    "GET connections": () => ({ body: { connections: all.map(([, body]) => body), next: "1-a" } }),
    ...Object.fromEntries(all.map(([id, body]) => [`GET connections/${id}`, () => ({ body })])),
    [`POST ${tokenPath}/test`]: () => ({ body: { works: true } }),
    [tokenRoute]: () => ({ body: connectionShown(token) }),
  };
}

/** The pages of connections in their states. */
export const connectionStates: readonly PageState[] = [
  { name: "connections", path: "connections", isShown: true },
  {
    name: "connections, none",
    path: "connections",
    routes: { "GET connections": () => ({ body: { connections: [] } }) },
  },
  {
    name: "connections, none that end soon",
    path: "connections?state=expiring&cursor=1-a",
    routes: { "GET connections": () => ({ body: { connections: [] } }) },
  },
  {
    name: "connections, failing",
    path: "connections",
    routes: {
      "GET connections": () => ({
        status: 503,
        body: { error: { code: "admin-unavailable", message: "The store failed." } },
      }),
    },
  },
  {
    name: "connections, without permission",
    path: "connections",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  { name: "connection", path: `connections/${ids.login}` },
  { name: "connection, with a token", path: tokenPath, isShown: true },
  {
    name: "connection, tested",
    path: tokenPath,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Test", exact: true }).click();
      await page.getByText("The connection has a credential.").waitFor();
    },
  },
  {
    name: "connection, given a wrong token",
    path: tokenPath,
    prepare: async (page) => {
      await page.getByLabel("New token", { exact: true }).fill("short");
      await page.getByRole("button", { name: "Replace the token" }).click();
      await page.getByText("A token has 8").waitFor();
    },
  },
  {
    name: "connection, about to be revoked",
    path: tokenPath,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Revoke" }).click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "connection, failed", path: `connections/${ids.failed}` },
  { name: "connection, revoked", path: `connections/${ids.ended}` },
  {
    name: "connection, read only",
    path: tokenPath,
    routes: { "GET me": () => ({ body: meWith(["connections:read"]) }) },
  },
  { name: "connection, unknown", path: "connections/ffff" },
];

const hostileId = "f".repeat(24);
export const hostileConnection: string = `connections/${hostileId}`;

/** Shows hostile strings as everything that a connection has. */
export function hostileConnections(strings: readonly string[]): FixtureRoutes {
  const list = strings.map((text, index) =>
    connectionShown({
      id: `${index}`,
      name: text,
      kind: text,
      owner: text,
      lastError: { code: text, message: text, at: new Date(0).toISOString() },
    }),
  );
  const joined = strings.join(" ");
  const one = connectionShown({
    id: hostileId,
    name: "\u{202e}gnp.exe",
    kind: joined,
    owner: joined,
    tenant: joined,
    users: joined,
    origins: [...strings],
    issuer: joined,
    clientId: joined,
    scope: joined,
    repair: joined,
    lastError: { code: joined, message: joined, at: new Date(0).toISOString() },
  });
  return {
    "GET connections": () => ({ body: { connections: list } }),
    [`GET ${hostileConnection}`]: () => ({ body: one }),
  };
}
