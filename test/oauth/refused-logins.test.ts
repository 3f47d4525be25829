import { chmod, mkdir } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openOAuthProvider } from "../../packages/testing/src/oauth-provider.ts";
import { openProtectedServer } from "../../packages/testing/src/protected-server.ts";
import { openTarget } from "../../packages/testing/src/target.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";
import { openVaultServer } from "../../packages/testing/src/vault-server.ts";
import { type BreakableWorld, brokenLogins, type Person } from "./broken-logins.ts";

interface World extends BreakableWorld, AsyncDisposable {
  readonly folder: Folder;
}

async function openWorld(): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const provider = stack.use(await openOAuthProvider());
  const server = stack.use(await openProtectedServer(provider));
  const elsewhere = stack.use(await openTarget((_request, response) => response.end("{}")));
  const mcp = { name: "notes", transport: "streamable_http", url: server.url, mode: "strict" };
  const config = { toolbox: { mcps: [mcp] }, stores: { url: "sqlite:state.db" } };
  const folder = stack.use(await openFolder({ "toolcourt.yaml": JSON.stringify(config) }));
  const owned = stack.move();
  const parts = { provider, server, elsewhere, folder };
  return { ...parts, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function connections(world: World, args: readonly string[], person?: Person): Promise<Ran> {
  const consents: Person = (address) => world.provider.sayYes(address);
  return run(["connections", ...args], {
    folder: world.folder.path,
    onText: (text) => {
      const address = /^http\S+$/m.exec(text)?.[0];
      if (address !== undefined) void (person ?? consents)(address, world);
    },
  });
}

function mend({ provider, server }: World): void {
  const registration = { registration_endpoint: `${provider.issuer}/register` };
  Object.assign(provider.manners, {
    said: registration,
    redirects: undefined,
    trouble: undefined,
    odd: undefined,
    client: undefined,
    endsInSeconds: 3_600,
  });
  Object.assign(server.manners, { said: undefined, redirect: undefined });
}

// Every command opens a database, so all rows share a world. None of them may change it.
describe("connections login", { timeout: 30_000 }, () => {
  let world: World;
  let stored: string;
  const list = async (): Promise<string> => (await connections(world, ["list", "--json"])).output;

  beforeAll(async () => {
    world = await openWorld();
    mend(world);
    await connections(world, ["login", "notes"]);
    stored = await list();
  }, 60_000);
  afterEach(() => mend(world));
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(brokenLogins)("stores nothing if $what", async ({ broken, person, text }) => {
    broken?.(world);

    const refused = await connections(world, ["login", "notes"], person);

    expect(refused.code).toBe(2);
    expect(refused.errors).toContain(`The connection was not added: ${text}`);
    expect(refused.errors).toMatch(
      /\(authorization-failed; next: toolcourt (?:connections (?:login|add) notes|explain-error )/,
    );
    expect(refused.errors).not.toMatch(/canary|secret-words|other\.example/);
    expect(await list()).toBe(stored);
    expect(world.elsewhere.seen).toEqual([]);
  });

  it("names the server that cannot be reached", async () => {
    const config = await world.folder.read("toolcourt.yaml");
    await using folder = await openFolder({
      "toolcourt.yaml": config.replaceAll(world.server.url, "http://127.0.0.1:1/mcp"),
    });

    const refused = await connections({ ...world, folder }, ["login", "notes"]);

    expect(refused.code).toBe(2);
    expect(refused.errors).toContain("the server cannot be reached");
    expect((await connections({ ...world, folder }, ["list", "--json"])).output).toBe("[]");
  });
});

describe("a login with an odd grant", { timeout: 30_000 }, () => {
  it.each([
    ["a lifetime of 0", { expires_in: 0 }],
    ["a negative lifetime", { expires_in: -3_600 }],
    ["a lifetime beyond all dates", { expires_in: 1e300 }],
    ["a lifetime in words", { expires_in: "soon" }],
    ["no lifetime", { expires_in: undefined }],
  ])("goes on with %s, and the token is usable at once", async (_what, odd) => {
    await using world = await openWorld();
    mend(world);
    world.provider.manners.odd = odd;

    expect(await connections(world, ["login", "notes"])).toMatchObject({ code: 0 });
    expect(await connections(world, ["test", "notes"])).toMatchObject({ code: 0 });
    expect(world.provider.asked).toEqual(["authorization_code"]);
  });

  it("names the scopes that were not granted", async () => {
    await using world = await openWorld();
    mend(world);
    world.provider.manners.odd = { scope: "read" };

    const added = await connections(world, ["login", "notes", "--scope", "read write"]);

    expect(added.code).toBe(0);
    expect(added.errors).toContain("The provider did not grant the scope write.");
  });
});

interface BrokenSecret {
  readonly what: string;
  readonly written: string;
  readonly text: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const brokenSecrets: readonly BrokenSecret[] = [
  { what: "a variable is unknown", written: "${NOWHERE}", text: "NOWHERE" },
  { what: "a file is missing", written: "${file:gone}", text: "There is no such file" },
  { what: "others can read a file", written: "${file:open}", text: "Set its mode to 0600" },
  { what: "a file is a folder", written: "${file:folder}", text: "The file cannot be read" },
  {
    what: "Vault is away",
    written: "${vault:secret/crm#token}",
    text: "cannot be reached",
    environment: { VAULT_ADDR: "http://127.0.0.1:1" },
  },
  {
    what: "Vault forbids",
    written: "${vault:secret/crm#token}",
    text: "does not let VAULT_TOKEN read this path",
    environment: { VAULT_TOKEN: "hvs.another-token" },
  },
  {
    what: "Vault lacks the field",
    written: "${vault:secret/crm#pin}",
    text: "The secret has no such field",
  },
];

describe("a start with a secret by name", { timeout: 30_000 }, () => {
  it.each(brokenSecrets)("is refused if $what", async ({ written, text, environment }) => {
    const secrets = { crm: { token: "secret-words" } };
    await using vault = await openVaultServer({ token: "hvs.the-right-token", secrets });
    const headers = `headers: { Authorization: "Bearer ${written}" }`;
    const yaml = `toolbox:
  mcps:
    - name: crm
      transport: streamable_http
      url: http://127.0.0.1:1/mcp
      mode: strict
      ${headers}
`;
    await using folder = await openFolder({ "toolcourt.yaml": yaml, open: "secret-words" });
    await chmod(`${folder.path}/open`, 0o644);
    await mkdir(`${folder.path}/folder`);
    const before = await folder.files();

    const refused = await run(["serve", "--port", "0"], {
      folder: folder.path,
      environment: {
        VAULT_ADDR: vault.address,
        VAULT_TOKEN: "hvs.the-right-token",
        ...environment,
      },
    });

    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(
      /toolcourt\.yaml:7:\d+ toolbox\.mcps\[0\]\.headers\.Authorization/,
    );
    expect(refused.errors).toContain(text);
    expect(refused.errors).toMatch(/next: toolcourt \S+/);
    expect(refused.errors).not.toMatch(/secret-words|hvs\./);
    expect(await folder.files()).toEqual(before);
  });
});
