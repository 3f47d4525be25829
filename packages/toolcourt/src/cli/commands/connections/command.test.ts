import { chmod, readFile, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { openTarget } from "@toolcourt/testing/target";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

const origin = ["--origin", "https://api.example.com"];
const issuer = ["--issuer", "https://issuer.example"];
const token = "tok-canary-93f1c2d4e5";
const stores = "stores: { url: 'sqlite:state.db' }";

async function setUp(config = ""): Promise<Folder> {
  const folder = await openFolder({ "toolcourt.yaml": `toolbox: {}\n${stores}\n${config}\n` });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

function connections({ path }: Folder, args: readonly string[], input = ""): Promise<Ran> {
  return run(["connections", ...args], { folder: path, input });
}

function addToken(folder: Folder, ...more: readonly string[]): Promise<Ran> {
  const kind = ["--kind", "token", "--token", "-"];
  return connections(folder, ["add", "crm", ...kind, ...origin, ...more], `${token}\n`);
}

/** Reads all files in the folder as text. */
async function allOf(folder: Folder): Promise<string> {
  const texts = (await folder.files()).map((file) => readFile(`${folder.path}/${file}`, "latin1"));
  return (await Promise.all(texts)).join("\n");
}

/** Returns the kinds of all audit rows, and the full text of the log. */
function audited({ path }: Folder): {
  readonly kinds: readonly (string | undefined)[];
  readonly text: string;
} {
  using database = new DatabaseSync(`${path}/state.db`, { readOnly: true });
  const bodies = database
    .prepare("SELECT body FROM audit ORDER BY sequence")
    .all()
    .map((row) => String(row["body"]));
  const kinds = bodies.map((body) => /"kind":"((?:connection|keys)\.[a-z]+)"/.exec(body)?.[1]);
  return { kinds, text: bodies.join("\n") };
}

// Each command opens a database, which is slow while other tests load the machine.
describe("toolcourt connections", { timeout: 30_000 }, () => {
  it("stores a token that no command, file or log ever shows", async () => {
    const folder = await setUp();

    const added = await addToken(folder, "--level", "subscription=s1", "--tier", "cost");
    const listed = await connections(folder, ["list"]);
    const shown = await connections(folder, ["show", "crm", "--json"]);
    const text = await connections(folder, ["show", "crm"]);

    expect(added).toMatchObject({ code: 0, errors: "" });
    expect(listed.output).toMatch(/^crm {2}token {2}active {2}of local {2}/);
    expect(JSON.parse(shown.output)).toMatchObject({
      name: "crm",
      kind: "token",
      owner: "local",
      origins: ["https://api.example.com"],
      levels: { subscription: ["s1"] },
      tiers: ["cost"],
    });
    for (const { output, errors } of [added, listed, shown, text]) {
      expect(output + errors).not.toContain(token);
    }
    expect(await allOf(folder)).not.toContain(token);
    expect(audited(folder).kinds).toContain("connection.added");
  });

  it("creates its key with the first connection, readable by the owner only", async () => {
    const folder = await setUp();
    const file = `${folder.path}/.toolcourt/vault.key`;

    await connections(folder, ["list"]);
    expect(await folder.files()).not.toContain(".toolcourt/vault.key");
    await addToken(folder);

    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("creates no new key if the old one is missing but still needed", async () => {
    const folder = await setUp();
    await addToken(folder);
    await folder.write(".toolcourt/vault.key", "");

    const again = await addToken(folder);

    expect(again.code).toBe(2);
    expect(again.errors).toContain("key-encryption key");
    expect(again.errors).toContain("It is file:.toolcourt/vault.key (connections.key).");
    expect(await folder.read(".toolcourt/vault.key")).toBe("");
  });

  it("fails with a wrong key, and so does the gateway at start (case 75)", async () => {
    const folder = await setUp();
    await addToken(folder);
    await folder.write(".toolcourt/vault.key", `1:${Buffer.alloc(32, 9).toString("base64")}\n`);
    await chmod(`${folder.path}/.toolcourt/vault.key`, 0o600);

    const listed = await connections(folder, ["list"]);
    const called = await run(["call", "hello"], { folder: folder.path });

    for (const { code, errors } of [listed, called]) {
      expect(code).toBe(2);
      expect(errors).toContain("is not the one that this store was written with");
    }
  });

  it("refuses sealed rows that were swapped or whose settings were changed (case 75)", async () => {
    const folder = await setUp();
    await addToken(folder);
    const other = ["add", "mail", "--kind", "token", "--token", "-", ...origin];
    await connections(folder, other, "another-token");
    const right = await connections(folder, ["test", "crm"]);
    {
      using database = new DatabaseSync(`${folder.path}/state.db`);
      const evil = `settings = replace(settings, 'api.example.com', 'evil.example')`;
      database.exec(`UPDATE connections SET ${evil} WHERE name = 'crm'`);
      const theirs = "(SELECT sealed FROM connections WHERE name = 'crm')";
      database.exec(`UPDATE connections SET sealed = ${theirs} WHERE name = 'mail'`);
    }

    const wrong = [
      await connections(folder, ["test", "crm"]),
      await connections(folder, ["test", "mail"]),
    ];

    expect(right.code).toBe(0);
    for (const { code, errors } of wrong) {
      expect(code).toBe(1);
      expect(errors).toContain("(connection-unavailable)");
    }
  });

  it("rotates its key and can still open older secrets", async () => {
    const folder = await setUp();
    await addToken(folder);
    const before = await folder.read(".toolcourt/vault.key");

    const rotated = await connections(folder, ["rotate-key", "--json"]);
    const tested = await connections(folder, ["test", "crm"]);

    expect(JSON.parse(rotated.output)).toEqual({ writing: 2, retired: [1], rewrapped: 1 });
    expect(await folder.read(".toolcourt/vault.key")).not.toBe(before);
    expect(tested.code).toBe(0);
    expect(audited(folder).kinds).toContain("keys.rotated");
  });

  it("reports a lock file that is not ours", async () => {
    const folder = await setUp();
    await folder.write(".toolcourt/connections.lock", "Dear diary, ".repeat(100));

    const { code, errors } = await connections(folder, ["rotate-key"]);

    expect(code).toBe(2);
    expect(errors).toContain(
      "The lock file is not ours, or cannot be used. It is .toolcourt/connections.lock.",
    );
  });

  it("accepts a pushed token, even for an expired connection", async () => {
    const folder = await setUp();
    await addToken(folder, "--expires-at", "2020-01-01T00:00:00Z");
    const expired = await connections(folder, ["test", "crm"]);

    const pushed = await connections(folder, ["push", "crm", "--token", "-"], "next-token-77");
    const tested = await connections(folder, ["test", "crm"]);

    expect(expired.errors).toContain("(connection-expired)");
    expect(pushed).toMatchObject({ code: 0 });
    expect(tested.code).toBe(0);
    expect(audited(folder).kinds).toContain("connection.pushed");
  });

  it("revokes a connection permanently", async () => {
    const folder = await setUp();
    await addToken(folder);

    const revoked = await connections(folder, ["revoke", "crm"]);
    const pushed = await connections(folder, ["push", "crm", "--token", "-"], "next-token-77");
    const tested = await connections(folder, ["test", "crm", "--json"]);
    const added = await addToken(folder);

    expect(revoked.output).toBe("The connection crm is revoked.");
    expect(pushed.code).toBe(2);
    expect(pushed.errors).toMatch(/^This connection is revoked: add another one\./);
    expect(JSON.parse(tested.output)).toMatchObject({ ok: false, code: "connection-revoked" });
    expect(added.code).toBe(0);
    expect(audited(folder).kinds).toContain("connection.revoked");
  });

  it("reads a token file anew on each use", async () => {
    const folder = await setUp();
    const kind = ["--kind", "token", "--token-file", "managed.token"];
    await connections(folder, ["add", "crm", ...kind, ...origin]);

    const without = await connections(folder, ["test", "crm"]);
    await folder.write("managed.token", `${token}\n`);
    const withOne = await connections(folder, ["test", "crm"]);

    expect(without.errors).toContain("has no token in its file");
    expect(withOne.code).toBe(0);
  });

  it("ignores a token file path that was tampered with in the store", async () => {
    const folder = await setUp();
    const kind = ["--kind", "token", "--token-file", "managed.token"];
    await folder.write("managed.token", `${token}\n`);
    await connections(folder, ["add", "crm", ...kind, ...origin]);
    {
      using database = new DatabaseSync(`${folder.path}/state.db`);
      const changed = "json_set(settings, '$.file', '.toolcourt/vault.key')";
      database.exec(`UPDATE connections SET settings = ${changed}`);
    }

    const tested = await connections(folder, ["test", "crm"]);

    expect(tested.code).toBe(1);
    expect(tested.errors).toContain("(connection-unavailable)");
  });

  it("sends the credential only to its own origin, once, and reports the answer", async () => {
    await using target = await openTarget(({ headers, url }, response) => {
      const isRight = headers["x-api-key"] === token && url === "/me";
      response.writeHead(isRight ? 200 : 401).end("{}");
    });
    const at = `http://127.0.0.1:${target.port}`;
    const folder = await setUp(`egress: { allow: [{ origin: "${at}", addresses: loopback }] }`);
    const header = ["--kind", "headers", "--header", "X-Api-Key=-", "--origin", at];
    await connections(folder, ["add", "crm", ...header], token);

    const right = await connections(folder, ["test", "crm", "--url", `${at}/me`]);
    const denied = await connections(folder, ["test", "crm", "--url", `${at}/other`]);
    const elsewhere = await connections(folder, ["test", "crm", "--url", "https://evil.example/"]);

    expect(right.output).toBe(
      "The connection crm has a credential, and the target answered with 200.",
    );
    expect(denied.errors).toContain("(target-unauthenticated)");
    expect(elsewhere).toMatchObject({ code: 1 });
    expect(elsewhere.errors).toContain("(egress-refused)");
    expect(target.seen).toHaveLength(2);
  });

  it("obtains tokens with client credentials, and revokes them at the provider", async () => {
    await using provider = await openOAuthProvider();
    const folder = await setUp();
    const client = ["--client-id", testClient.id, "--client-secret", "-", "--private"];
    const said = ["--kind", "client-credentials", "--issuer", provider.issuer, ...client];
    const added = await connections(folder, ["add", "mail", ...said, ...origin], testClient.secret);

    const tested = [
      await connections(folder, ["test", "mail"]),
      await connections(folder, ["test", "mail"]),
    ];
    const revoked = await connections(folder, ["revoke", "mail"]);

    expect(added).toMatchObject({ code: 0, errors: "" });
    expect(tested.map(({ code }) => code)).toEqual([0, 0]);
    expect(provider.asked).toEqual(["client_credentials"]);
    expect(revoked.output).toContain("also there");
    expect(provider.revoked).toEqual(provider.granted);
    const everything = (await allOf(folder)) + audited(folder).text;
    for (const secret of [testClient.secret, ...provider.granted]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("creates one key when two connections are added at once", async () => {
    const folder = await setUp();
    const kind = ["--kind", "token", "--token", "-", ...origin];

    const added = await Promise.all(
      ["one", "two"].map((name) => connections(folder, ["add", name, ...kind], `${token}\n`)),
    );
    const tested = await Promise.all(
      ["one", "two"].map((name) => connections(folder, ["test", name])),
    );

    expect([...added, ...tested].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ["nothing in it", "file:empty.key", "key-encryption key is missing"],
    ["something else in it", "file:toolcourt.key", "written as its version"],
    ["a folder in its place", "file:folder", "file of the key-encryption key cannot be read"],
    [
      "a file on its way",
      "file:toolcourt.yaml/vault.key",
      "file of the key-encryption key cannot be read",
    ],
    ["nothing but blanks", "env:BLANK", "key-encryption key is missing"],
  ])("does not prompt while its key has %s", async (_name, key, said) => {
    const folder = await setUp(`connections: { key: "${key}" }`);
    await folder.write("empty.key", "");
    await folder.write("toolcourt.key", "1:AAAA");
    await folder.write("folder/x", "");
    for (const file of ["empty.key", "toolcourt.key"]) await chmod(`${folder.path}/${file}`, 0o600);
    const args = ["connections", "add", "crm", "--kind", "token", ...origin];

    const added = await run(args, {
      folder: folder.path,
      environment: { BLANK: " \n " },
      typed: [token],
    });

    expect(added.code).toBe(2);
    expect(added.errors).toContain(said);
    expect(added.errors).not.toContain("--token");
    expect(added.errors).not.toContain(folder.path);
  });

  it("warns that callers with a key cannot use a connection without --owner or --shared", async () => {
    const keys = `[{ name: nightly, sha256: ${"5e".repeat(32)} }]`;
    const auth = `{ resource: "https://tools.example.com/mcp", keys: ${keys} }`;
    const folder = await setUp(`server: { auth: ${auth} }`);
    const options = { folder: folder.path, input: token };
    const args = ["--kind", "token", "--token", "-", ...origin];

    const local = await run(["connections", "add", "crm", ...args], options);
    const shared = await run(["connections", "add", "mail", "--shared", ...args], options);

    expect(local.code).toBe(0);
    expect(local.errors).toContain("--owner or --shared");
    expect(shared).toMatchObject({ code: 0, errors: "" });
  });

  it("replaces an expired connection of the same owner, and no other", async () => {
    const folder = await setUp();
    await addToken(folder, "--expires-at", "2020-01-01T00:00:00Z");

    const others = await addToken(folder, "--owner", "grace");
    const again = await addToken(folder);
    const once = await addToken(folder);

    expect(others).toMatchObject({ code: 2 });
    expect(again).toMatchObject({ code: 0, errors: "" });
    expect(once.errors).toContain("There is a connection crm already.");
    expect(audited(folder).kinds.filter((kind) => kind?.startsWith("connection."))).toEqual([
      "connection.added",
      "connection.revoked",
      "connection.added",
    ]);
  });

  it("audits that a provider did not authorize a connection", async () => {
    await using provider = await openOAuthProvider();
    provider.manners.s256 = false;
    const folder = await setUp();
    const said = ["--kind", "oauth", "--issuer", provider.issuer, "--client-id", "x", "--private"];

    const added = await connections(folder, ["add", "crm", ...said, ...origin]);

    expect(added).toMatchObject({ code: 2 });
    expect(added.errors).toContain("PKCE");
    expect(audited(folder).kinds).toContain("connection.refused");
  });

  it.each([
    [["dance"], "There is no action dance; there are list, "],
    [["add"], "Name the connection."],
    [
      ["show", "nothing"],
      "There is no connection nothing. (usage-invalid; next: toolcourt connections list)",
    ],
    [["add", "crm", "--kind", "token"], "--origin"],
    [["add", "crm", ...origin], "--kind"],
    [["add", "crm", "--kind", "token", ...origin], "--token"],
    [["add", "../x", "--kind", "token", "--token-file", "t", ...origin], "Name the connection"],
    [["add", "crm", "--kind", "token", "--origin", "http://api.example.com"], "An origin is"],
    [["add", "crm", "--kind", "token", "--origin", "https://a.example/x"], "An origin is"],
    [["add", "crm", "--kind", "token", "--token", "-", ...origin], "What --token names is empty."],
    [["add", "crm", "--kind", "headers", "--header", "Host=t", ...origin], "The header host"],
    [["add", "crm", "--kind", "headers", ...origin], "--header"],
    [["add", "crm", "--kind", "oauth", ...origin], "--client-id"],
    [["add", "crm", "--kind", "id-jag", ...origin], "login <server>"],
    [["add", "crm", "--kind", "client-credentials", ...origin], "--client-key"],
    [["add", "crm", "--kind", "exchange", ...origin], "--issuer"],
    [
      [
        "add",
        "crm",
        "--kind",
        "exchange",
        ...origin,
        ...issuer,
        "--token-url",
        "https://b.example",
      ],
      "without --token-url",
    ],
    [
      ["add", "crm", "--kind", "exchange", ...origin, ...issuer, "--owner", "a"],
      "leave out --owner",
    ],
    [["add", "crm", "--kind", "exchange", ...origin, ...issuer, "--tenant", "a"], "give --shared"],
  ])("reports the problem in %j", async (args, said) => {
    const folder = await setUp();

    const { code, errors } = await connections(folder, args);

    expect(code).toBe(2);
    expect(errors).toContain(said);
  });
});
