import { readFile } from "node:fs/promises";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { openProtectedServer } from "@toolcourt/testing/protected-server";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

async function setUp() {
  const provider = await openOAuthProvider();
  const server = await openProtectedServer(provider);
  provider.manners.said = { registration_endpoint: `${provider.issuer}/register` };
  const mcp = `{ name: notes, transport: streamable_http, url: "${server.url}", mode: strict }`;
  const folder = await openFolder({
    "toolcourt.yaml": `toolbox: { mcps: [${mcp}] }\nstores: { url: 'sqlite:state.db' }\n`,
    "secret.txt": testClient.secret,
  });
  onTestFinished(async () => {
    await folder[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  const connections = (...args: readonly string[]): Promise<Ran> =>
    run(["connections", ...args], {
      folder: folder.path,
      onText: (text) => {
        const address = /^http\S+$/m.exec(text)?.[0];
        if (address !== undefined) void provider.sayYes(address);
      },
    });
  return { provider, server, folder, connections };
}

async function allOf(folder: Folder): Promise<string> {
  const files = (await folder.files()).filter((file) => file !== "secret.txt");
  const texts = files.map((file) => readFile(`${folder.path}/${file}`, "latin1"));
  return (await Promise.all(texts)).join("\n");
}

// Each command opens a database, which is slow while other tests load the machine.
describe("toolcourt connections login", { timeout: 30_000 }, () => {
  it("stores a connection for the server's origin that works and shows no secret", async () => {
    const { provider, server, folder, connections } = await setUp();

    const added = await connections("login", "notes");
    const shown = await connections("show", "notes", "--json");
    const tested = await connections("test", "notes");

    expect(added).toMatchObject({ code: 0 });
    expect(JSON.parse(shown.output)).toMatchObject({
      name: "notes",
      kind: "oauth",
      owner: "local",
      origins: [server.origin],
      issuer: provider.issuer,
      resource: server.url,
    });
    expect(tested).toMatchObject({ code: 0 });
    const files = await allOf(folder);
    const all = [added, shown, tested].map(({ output, errors }) => output + errors).join("");
    const secrets = ["canary", testClient.secret];
    expect(secrets.filter((each) => (all + files).includes(each))).toEqual([]);
  });

  it.each([
    [[], "write `connection: notes` into its entry"],
    [["--owner", "ada"], "write `connection: caller` into its entry"],
  ])("tells what the configuration lacks for a login with %j", async (flags, text) => {
    const { connections } = await setUp();

    const added = await connections("login", "notes", ...flags);

    expect(added.errors).toContain(text);
  });

  it("replaces an earlier login of the owner, and requests its scopes again", async () => {
    const { provider, connections } = await setUp();
    await connections("login", "notes", "--scope", "read");

    const again = await connections("login", "notes", "--scope", "write");
    const shown = await connections("show", "notes", "--json");

    expect(again.code).toBe(0);
    expect(JSON.parse(shown.output)).toMatchObject({ status: "active", scope: "read write" });
    expect(provider.revoked).toHaveLength(2);
  });

  it("gives every owner a login of their own", async () => {
    const { connections } = await setUp();

    const added = [
      await connections("login", "notes", "--owner", "ada"),
      await connections("login", "notes", "--owner", "grace"),
      await connections("login", "notes", "--shared"),
    ];
    const listed = await connections("list");

    expect(added.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(listed.output.match(/^notes\S*/gm)?.toSorted()).toEqual([
      "notes",
      expect.stringMatching(/^notes\.[0-9a-f]{12}$/),
      expect.stringMatching(/^notes\.[0-9a-f]{12}$/),
    ]);
  });

  it("keeps the earlier login if the new one is refused, and audits the refusal", async () => {
    const { provider, folder, connections } = await setUp();
    await connections("login", "notes");
    provider.manners.s256 = false;

    const refused = await connections("login", "notes");

    expect(refused.code).toBe(2);
    expect(refused.errors).toContain("PKCE");
    expect((await connections("test", "notes")).code).toBe(0);
    expect(await allOf(folder)).toContain("connection.refused");
  });

  it.each([
    [["login", "other"], "there are: notes"],
    [["login"], "Name the server"],
    [["login", "notes", "--client-secret", "secret.txt"], "--client-id"],
    [["login", "notes", "--client-id", "x", "--client-secret", "secret.txt"], "--issuer"],
  ])("refuses %j", async (args, text) => {
    const { provider, connections } = await setUp();

    const refused = await connections(...args);

    expect(refused.code).toBe(2);
    expect(refused.errors).toContain(text);
    expect(provider.registered).toEqual([]);
  });

  it("does not replace a connection of another kind", async () => {
    const { connections } = await setUp();
    const kind = ["--kind", "token", "--token", "secret.txt", "--origin", "https://a.example"];
    await connections("add", "notes", ...kind);

    const refused = await connections("login", "notes");

    expect(refused.code).toBe(2);
    expect(refused.errors).toContain("There is a connection notes already");
  });
});
