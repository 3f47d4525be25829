import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  openOAuthProvider,
  type TestProvider,
  testClient,
} from "../../packages/testing/src/oauth-provider.ts";
import { openProtectedServer } from "../../packages/testing/src/protected-server.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { serverEntry } from "../promises/server-entry.ts";
import type { createCanaries } from "./canaries.ts";
import type { SealedServers } from "./sealed-servers.ts";
import type { Targets } from "./targets.ts";

type Canaries = ReturnType<typeof createCanaries>;

/** Connections of every kind, added by the real command and named for their kind. */
export interface StoredCredentials {
  /** Names of the connections that the rig's callers may use. */
  readonly names: readonly string[];
  /** A connection of another tenant. */
  readonly foreign: string;
  /** Names of all their canaries, including tokens granted later. */
  readonly canaries: () => readonly string[];
  /** Names of the canaries in the addresses that logins show to a person. */
  readonly states: () => readonly string[];
  /** The output of the commands. */
  readonly printed: () => string;
}

export interface Storing {
  /** The folder of the configuration. */
  readonly folder: Folder;
  /** The store setting of the configuration. */
  readonly stores: JsonObject;
  /** The allowed destinations of the credentials. */
  readonly targets: Pick<Targets, "own">;
  readonly sealed: Pick<SealedServers, "echoes">;
  readonly canaries: Canaries;
  readonly stack: AsyncDisposableStack;
}

/** The connections of MCP servers, by their kind. */
export const mcpConnections = { oauth: "mcp-oauth", headers: "mcp-headers" } as const;

/** The token file of the connection `file`, beside the configuration. */
export const tokenFile = "token-of-the-file.txt";

export async function storeCredentials(storing: Storing): Promise<StoredCredentials> {
  const { canaries, stack, targets, sealed } = storing;
  await configure(storing, []);
  const provider = stack.use(await openOAuthProvider());
  const printed: string[] = [];
  const made = ["token of a connection", "header of a connection", "token of another tenant"];
  const mcpHeader = canaries.make(mcpHeaderName);
  const [token, header, foreign] = made.map((name) => canaries.make(name));
  // In another folder than the gateway's, because an operator removes the files again.
  await using files = await openFolder({
    token: token ?? "",
    header: header ?? "",
    foreign: foreign ?? "",
    client: testClient.secret,
    mcpHeader,
  });
  canaries.add("secret of the client", testClient.secret);
  made.push("secret of the client", "token of a file");
  const adding = { ...storing, provider, printed };
  const { issuer } = provider;
  for (const [name, flags] of Object.entries(connectionsOf(files.path, issuer))) {
    await runConnections(["add", name, "--origin", targets.own.origin, ...flags], adding);
  }
  for (const [name, flags] of Object.entries(ofServers(files.path, issuer, sealed))) {
    await runConnections(["add", name, ...flags], adding);
  }
  const passing = await logIn(adding);
  return {
    names: ["token", "headers", "file", "client", "oauth"],
    foreign: "foreign",
    canaries: () => {
      for (const [at, granted] of provider.granted.entries()) {
        const name = `granted token ${at}`;
        if (made.includes(name)) continue;
        canaries.add(name, granted);
        made.push(name);
      }
      return made;
    },
    states: () => passing,
    printed: () => printed.join("\n"),
  };
}

export const mcpHeaderName = "header of a connection of a server";

/** The connections of MCP servers. They belong to the gateway, so they are not shared. */
function ofServers(
  files: string,
  issuer: string,
  { echoes }: Storing["sealed"],
): Record<string, readonly string[]> {
  const client = ["--client-id", testClient.id, "--client-secret", `${files}/client`, "--private"];
  const oauth = ["--kind", "oauth", "--issuer", issuer, ...client];
  const header = ["--kind", "headers", "--header", `x-api-key=${files}/mcpHeader`];
  return {
    [mcpConnections.oauth]: [...oauth, "--origin", echoes["signed-"].url.origin],
    [mcpConnections.headers]: [...header, "--origin", echoes["keyed-"].url.origin],
  };
}

async function configure({ folder, stores }: Storing, mcps: readonly JsonObject[]): Promise<void> {
  const config = { ...stores, toolbox: { local: [], mcps } };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
}

/**
 * Logs in to a server by a browser and by a code. Adds what passes between the parties as canaries.
 * Returns the names of those that a person's address holds.
 */
async function logIn(adding: Adding): Promise<readonly string[]> {
  const { provider, canaries, stack } = adding;
  const server = stack.use(await openProtectedServer(provider));
  const { issuer } = provider;
  provider.manners.said = {
    registration_endpoint: `${issuer}/register`,
    device_authorization_endpoint: `${issuer}/device`,
  };
  provider.manners.device = { interval: 0.01 };
  await configure(adding, [serverEntry("guarded", server.url)]);
  const before = provider.requested.length;
  await runConnections(["login", "guarded"], adding);
  await runConnections(["login", "guarded", "--device", "--owner", "ada"], adding);
  const passing: string[] = [];
  for (const [at, requested] of provider.requested.slice(before).entries()) {
    for (const part of ["code_verifier", "device_code", "state"]) {
      const value = requested[part];
      if (value === undefined) continue;
      const name = `${part} of login request ${at}`;
      canaries.add(name, value);
      if (part === "state") passing.push(name);
    }
  }
  return passing;
}

function connectionsOf(files: string, issuer: string): Record<string, readonly string[]> {
  const client = ["--client-id", testClient.id, "--client-secret", `${files}/client`, "--private"];
  const issued = ["--issuer", issuer, ...client, "--shared"];
  return {
    token: ["--kind", "token", "--token", `${files}/token`, "--shared"],
    headers: ["--kind", "headers", "--header", `x-api-key=${files}/header`, "--shared"],
    file: ["--kind", "token", "--token-file", tokenFile, "--shared"],
    client: ["--kind", "client-credentials", ...issued],
    oauth: ["--kind", "oauth", ...issued],
    foreign: ["--kind", "token", "--token", `${files}/foreign`, "--tenant", "acme"],
  };
}

interface Adding extends Storing {
  readonly provider: TestProvider;
  readonly printed: string[];
}

async function runConnections(
  args: readonly string[],
  { folder, provider, printed }: Adding,
): Promise<void> {
  const { signal } = new AbortController();
  const print = (text: string): void => {
    printed.push(text);
    const address = /^http\S+\/authorize\S+/m.exec(text)?.[0];
    if (address !== undefined) void provider.sayYes(address);
  };
  const code = await runToolcourt(["connections", ...args], machine(folder.path, print, signal));
  if (code !== 0) throw new Error(`connections ${args.join(" ")}: ${printed.join("\n")}`);
}
