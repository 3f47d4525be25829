import { openFolder } from "@toolcourt/testing/folder";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { openProtectedServer } from "@toolcourt/testing/protected-server";
import type { ProviderManners } from "@toolcourt/testing/provider-manners";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

async function setUp() {
  const provider = await openOAuthProvider();
  const server = await openProtectedServer(provider);
  const mcp = `{ name: notes, transport: streamable_http, url: "${server.url}", mode: strict }`;
  const folder = await openFolder({
    "other.yaml": `toolbox: { mcps: [${mcp}] }\nstores: { url: 'sqlite:state.db' }\n`,
    "secret.txt": testClient.secret,
  });
  onTestFinished(async () => {
    for (const each of [folder, server, provider]) await each[Symbol.asyncDispose]();
  });
  const type = (args: readonly string[]): Promise<Ran> =>
    run(args, {
      folder: folder.path,
      onText: (text) => {
        const address = /^http\S+$/m.exec(text)?.[0];
        if (address !== undefined) void provider.sayYes(address);
      },
    });
  return { provider, server, type };
}

/** Returns the words of the named command as a shell would, with the placeholders filled in. */
function nextIn({ errors }: Ran, values: Readonly<Record<string, string>> = {}): readonly string[] {
  const [, line = ""] = /next: toolcourt (.*)\)$/m.exec(errors) ?? [];
  const words = [...line.matchAll(/'([^']*)'|\S+/g)].map(([all, quoted]) => quoted ?? all);
  return words.map((each, at) => (each.startsWith("<") ? values[words[at - 1] ?? ""] : each) ?? "");
}

interface Case {
  readonly what: string;
  readonly flags: readonly string[];
  readonly manners?: Partial<ProviderManners>;
  /** What the command says after the name of the server. */
  readonly next: string;
}

const issuer = "https://issuer.example";
const client = ["--client-id", testClient.id, "--client-secret", "secret.txt"];
const machine = ["--kind", "client-credentials", ...client];

const cases: readonly Case[] = [
  { what: "no client is registered", flags: [], next: "--client-id <id>" },
  {
    what: "there is no device authorization",
    flags: ["--client-id", testClient.id, "--device"],
    manners: { said: { device_authorization_endpoint: undefined } },
    next: `--client-id ${testClient.id}`,
  },
  {
    what: "the server does not name the issuer",
    flags: ["--client-id", testClient.id, "--issuer", issuer],
    next: `--client-id ${testClient.id}`,
  },
  {
    what: "the issuer is wrong, and a secret would go to it",
    flags: [...client, "--issuer", issuer],
    next: `--client-id ${testClient.id} --client-secret secret.txt --issuer <url>`,
  },
];

// Each command opens a database, which is slow while other tests load the machine.
describe("a refused login", { timeout: 30_000 }, () => {
  it.each(cases)("names the command that works if $what", async ({ flags, manners, next }) => {
    const { provider, type } = await setUp();
    Object.assign(provider.manners, manners);

    const refused = await type(["connections", "login", "notes", "-c", "other.yaml", ...flags]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.errors).toContain(
      `next: toolcourt connections login notes ${next} -c other.yaml`,
    );
    const values = { "--client-id": testClient.id, "--issuer": provider.issuer };
    const repaired = await type(nextIn(refused, values));

    expect(repaired).toMatchObject({ code: 0 });
  });

  it("keeps the kind of a machine grant whose scopes are refused", async () => {
    const { provider, type } = await setUp();
    const flags = [...machine, "--issuer", provider.issuer, "--scope", "read admin"];
    provider.manners.trouble = { status: 400, error: "invalid_scope" };

    const refused = await type(["connections", "login", "notes", "-c", "other.yaml", ...flags]);
    provider.manners.trouble = undefined;
    const repaired = await type(nextIn(refused));

    expect(nextIn(refused)).toEqual(expect.arrayContaining(["--kind", "client-credentials"]));
    expect(nextIn(refused)).not.toContain("--scope");
    expect(repaired).toMatchObject({ code: 0 });
    expect(provider.asked).toEqual(["client_credentials", "client_credentials"]);
  });

  it("names the way by endpoints if the provider announces no PKCE", async () => {
    const { provider, server, type } = await setUp();
    provider.manners.s256 = false;

    const refused = await type(["connections", "login", "notes", "-c", "other.yaml"]);
    const typed = nextIn(refused, {
      "--client-id": testClient.id,
      "--issuer": provider.issuer,
      "--authorize-url": provider.authorizeUrl,
      "--token-url": provider.tokenUrl,
    });
    const repaired = await type([...typed, "--private"]);

    expect(typed).toEqual(expect.arrayContaining(["add", "--origin", server.origin]));
    expect(repaired).toMatchObject({ code: 0 });
  });
});
