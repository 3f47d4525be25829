import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { openProtectedServer } from "@toolcourt/testing/protected-server";
import { idTokenOf } from "@toolcourt/testing/provider-grants";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = generateKeyPairSync("ec", { namedCurve: "P-384" });
const ours = ["--client-id", testClient.id, "--client-secret", "secret.txt"];
const withKey = ["--client-id", testClient.id, "--client-key", "client.pem"];

async function setUp() {
  const [provider, idp] = [await openOAuthProvider(), await openOAuthProvider()];
  const server = await openProtectedServer(provider);
  const idToken = idTokenOf(idp.issuer, { aud: testClient.id, endsAt: 4_000_000_000_000 });
  idp.manners.odd = { id_token: idToken };
  idp.manners.exchanges = (token) => token === idToken;
  provider.manners.accepts = (assertion) => idp.granted.includes(assertion);
  const mcp = `{ name: notes, transport: streamable_http, url: "${server.url}", mode: strict }`;
  const folder = await openFolder({
    "toolcourt.yaml": `toolbox: { mcps: [${mcp}] }\nstores: { url: 'sqlite:state.db' }\n`,
    "secret.txt": testClient.secret,
    "client.pem": pemOf(pair.privateKey),
    "open.pem": pemOf(pair.privateKey),
    "wrong.pem": pemOf(other.privateKey),
  });
  for (const file of ["client.pem", "wrong.pem"]) await chmod(`${folder.path}/${file}`, 0o600);
  await chmod(`${folder.path}/open.pem`, 0o644);
  onTestFinished(async () => {
    for (const each of [folder, server, provider, idp]) await each[Symbol.asyncDispose]();
  });
  const connections = (...args: readonly string[]): Promise<Ran> =>
    run(["connections", ...args], {
      folder: folder.path,
      onText: (text) => {
        const address = /^http\S+$/m.exec(text)?.[0];
        if (address !== undefined) void provider.sayYes(address);
      },
    });
  return { provider, idp, server, folder, connections };
}

function pemOf(key: KeyObject): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}

/** Reads what the commands wrote. */
async function writtenIn(folder: Folder): Promise<string> {
  const files = (await folder.files()).filter((file) => !/\.(pem|txt)$/.test(file));
  const texts = files.map((file) => readFile(`${folder.path}/${file}`, "latin1"));
  return (await Promise.all(texts)).join("\n");
}

// Each command opens a database, which is slow while other tests load the machine.
describe("toolcourt connections login without a secret or a person", { timeout: 30_000 }, () => {
  it("authenticates with a private key that stays in the store, sealed", async () => {
    const { provider, folder, connections } = await setUp();
    provider.manners.clientKey = pair.publicKey;

    const added = await connections("login", "notes", "--kind", "client-credentials", ...withKey);
    const shown = await connections("show", "notes", "--json");
    const tested = await connections("test", "notes");

    expect(added.output).toContain("was added");
    expect(JSON.parse(shown.output)).toMatchObject({
      kind: "client-credentials",
      issuer: provider.issuer,
    });
    expect(tested).toMatchObject({ code: 0 });
    expect(provider.asked).toEqual(["client_credentials"]);
    const all = [added, shown, tested].map(({ output, errors }) => output + errors).join("");
    const written = all + (await writtenIn(folder));
    const lines = pemOf(pair.privateKey).split("\n").slice(1, -2);
    expect(lines.filter((line) => written.includes(line))).toEqual([]);
  });

  it("authenticates a person's login with a private key, and renews and revokes with it", async () => {
    const { provider, connections } = await setUp();
    provider.manners.clientKey = pair.publicKey;
    provider.manners.endsInSeconds = 1;

    const added = await connections("login", "notes", ...withKey);
    const tested = await connections("test", "notes");
    const revoked = await connections("revoke", "notes");

    expect([added.code, tested.code, revoked.code]).toEqual([0, 0, 0]);
    expect(provider.requested.at(-1)).toHaveProperty("client_assertion");
    expect(provider.revoked).toHaveLength(2);
  });

  it("logs in through an identity provider without a browser", async () => {
    const { provider, server, connections, idp, folder } = await setUp();
    const sso = ["--issuer", idp.issuer, "--private", "--origin", idp.issuer, ...ours];
    const scope = ["--scope", "openid"];
    const through = ["--kind", "id-jag", "--through", "sso", "--issuer", provider.issuer, ...ours];

    const early = await connections("login", "notes", ...through);
    provider.manners.said = { authorization_grant_profiles_supported: ["urn:example:other"] };
    const login = await connections("add", "sso", "--kind", "oauth", ...sso, ...scope);
    const unsupported = await connections("login", "notes", ...through);
    provider.manners.said = undefined;
    const added = await connections("login", "notes", ...through);
    const shown = await connections("show", "notes", "--json");
    const tested = await connections("test", "notes");

    expect(early.errors).toContain("--through");
    expect(unsupported.errors).toContain("ID-JAG");
    const codes = [early, unsupported, login, added, tested].map(({ code }) => code);
    expect(codes).toEqual([2, 2, 0, 0, 0]);
    expect(JSON.parse(shown.output)).toMatchObject({
      kind: "id-jag",
      login: "sso",
      resource: server.url,
    });
    expect(provider.asked).toEqual(["urn:ietf:params:oauth:grant-type:jwt-bearer"]);
    const files = await writtenIn(folder);
    expect(files).toContain("connection.refused");
    expect(files).not.toContain("signature-canary");
  });

  it.each([
    [["--client-key", "client.pem"], "--client-id"],
    [["--client-id", "x", "--client-key", "none.pem"], "There is no file"],
    [["--client-id", "x", "--client-key", "open.pem"], "chmod"],
    [["--client-id", "x", "--client-key", "wrong.pem"], "ES256"],
    [["--client-id", "x", "--client-key", "client.pem", "--client-proof", "post"], "without"],
    [["--kind", "token"], "--kind oauth"],
    [["--kind", "client-credentials"], "--client-id"],
    [["--kind", "client-credentials", "--client-id", "x", "--device"], "no person"],
    [["--kind", "id-jag", "--client-id", "x"], "--through"],
    [["--through", "sso"], "--kind id-jag"],
  ])("reports the problem in login notes %j, and stores nothing", async (args, said) => {
    const { connections, provider } = await setUp();

    const { code, errors } = await connections("login", "notes", ...args);

    expect(code).toBe(2);
    expect(errors).toContain(said);
    expect(provider.asked).toEqual([]);
    expect((await connections("list")).output).not.toContain("notes");
  });
});
