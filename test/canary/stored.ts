import { openFolder } from "../../packages/testing/src/folder.ts";
import {
  openOAuthProvider,
  type TestProvider,
  testClient,
} from "../../packages/testing/src/oauth-provider.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import type { createCanaries } from "./canaries.ts";

type Canaries = ReturnType<typeof createCanaries>;

/** Connections of every kind, added by the real command and named for their kind. */
export interface StoredCredentials {
  /** Names of the connections that the rig's callers may use. */
  readonly names: readonly string[];
  /** A connection of another tenant. */
  readonly foreign: string;
  /** Names of all their canaries, including tokens granted later. */
  readonly canaries: () => readonly string[];
  /** The output of the commands. */
  readonly printed: () => string;
}

export interface Storing {
  /** The folder of the configuration. */
  readonly folder: string;
  /** The allowed destination of the credentials. */
  readonly origin: string;
  readonly canaries: Canaries;
  readonly stack: AsyncDisposableStack;
}

/** The token file of the connection `file`, beside the configuration. */
export const tokenFile = "token-of-the-file.txt";

export async function storeCredentials(storing: Storing): Promise<StoredCredentials> {
  const { canaries, stack } = storing;
  const provider = stack.use(await openOAuthProvider());
  const printed: string[] = [];
  const made = ["token of a connection", "header of a connection", "token of another tenant"];
  const [token, header, foreign] = made.map((name) => canaries.make(name));
  // In another folder than the gateway's, because an operator removes the files again.
  await using files = await openFolder({
    token: token ?? "",
    header: header ?? "",
    foreign: foreign ?? "",
    client: testClient.secret,
  });
  canaries.add("secret of the client", testClient.secret);
  made.push("secret of the client", "token of a file");
  for (const [name, flags] of Object.entries(connectionsOf(files.path, provider.issuer))) {
    await addConnection(name, flags, { ...storing, provider, printed });
  }
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
    printed: () => printed.join("\n"),
  };
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
  readonly provider: Pick<TestProvider, "sayYes">;
  readonly printed: string[];
}

async function addConnection(
  name: string,
  flags: readonly string[],
  { folder, origin, provider, printed }: Adding,
): Promise<void> {
  const { signal } = new AbortController();
  const print = (text: string): void => {
    printed.push(text);
    const address = /^http\S+\/authorize\S+/m.exec(text)?.[0];
    if (address !== undefined) void provider.sayYes(address);
  };
  const args = ["connections", "add", name, "--origin", origin, ...flags];
  const code = await runToolcourt(args, machine(folder, print, signal));
  if (code !== 0) throw new Error(`connections add ${name}: ${printed.join("\n")}`);
}
