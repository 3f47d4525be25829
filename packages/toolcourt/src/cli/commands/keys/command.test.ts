import { hash } from "node:crypto";
import { chmod, chown, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { getuid } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openDurableStores } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import { readKeysFile } from "@toolcourt/gateway/internal/config/keys-file";
import { fingerprintOf } from "@toolcourt/gateway/internal/governance/identity/key-uses";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const auth = "server: { auth: { resource: http://localhost:7420/mcp, keys_file: keys.yaml } }\n";
const toolbox =
  "toolbox: { local: [workspace], tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }] }\n";
const config = `${toolbox}${auth}policy: { file: policy.yaml }\n`;
const policy = `version: 1
roles: { support: ["tickets:*"], finance: ["invoices:*"] }
subjects: [{ principals: ["key:luca"], roles: [finance] }]
...
`;
const sha256 = "a".repeat(64);

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const folder = await openFolder({ "toolcourt.yaml": config, "policy.yaml": policy, ...files });
  const type = (...args: readonly string[]) => run(["keys", ...args], { folder: folder.path });
  return { folder, type, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

function keysText({ path }: Folder): Promise<string> {
  return readFile(join(path, "keys.yaml"), "utf8");
}

async function keysIn(folder: Folder) {
  const reading = readKeysFile(await keysText(folder), []);
  return reading.kind === "keys" ? reading.keys : reading.problems;
}

describe("toolcourt keys new", () => {
  it("prints the key alone on standard output, and stores only its hash", async () => {
    await using set = await setUp();

    const { code, output, errors } = await set.type("new", "ada", "--role", "support");

    expect([code, output]).toEqual([0, expect.stringMatching(/^tck_[\w-]{43}$/)]);
    expect(errors).not.toContain(output);
    expect(errors).toContain("keys.yaml has its hash. It ends at 2027-01-30T00:00:00.000Z.");
    expect(errors).toContain("By the policy it has the roles support.");
    expect(errors).toContain("A running gateway takes it after: toolcourt reload");
    expect(await keysText(set.folder)).not.toContain(output);
    expect(await keysIn(set.folder)).toEqual([
      {
        name: "ada",
        sha256: hash("sha256", output, "hex"),
        roles: ["support"],
        isSystem: false,
        expiresAt: Date.UTC(2027, 0, 30),
      },
    ]);
    expect((await stat(join(set.folder.path, "keys.yaml"))).mode & 0o777).toBe(0o600);
  });

  it("takes a tenant, an end and a kind, and prints JSON", async () => {
    await using set = await setUp();
    const asked = ["--tenant", "north", "--expires", "2026-12-01", "--system", "--json"];

    const { output } = await set.type("new", "luca", ...asked);

    expect(output).toMatch(/"key":"tck_[\w-]{43}"/);
    expect(JSON.parse(output)).toMatchObject({
      name: "luca",
      file: "keys.yaml",
      roles: [],
      rolesByPolicy: ["finance"],
      tenant: "north",
      system: true,
      expires: "2026-12-01T00:00:00.000Z",
    });
    expect(await keysIn(set.folder)).toMatchObject([{ tenant: "north", isSystem: true }]);
  });

  it.each([
    ["P2W", Date.UTC(2026, 10, 15)],
    ["2026-11-01T00:00:01Z", Date.UTC(2026, 10, 1, 0, 0, 1)],
    ["never", undefined],
  ])("ends a key as --expires %s says", async (expires, expiresAt) => {
    await using set = await setUp();
    await set.type("new", "ada", "--expires", expires);

    const keys = await keysIn(set.folder);
    expect(keys.map((key) => typeof key === "object" && key.expiresAt)).toEqual([expiresAt]);
  });

  it("keeps comments and other keys", async () => {
    const before = `# Ours.\nkeys:\n  - { name: old, sha256: ${sha256} } # since May\n...\n`;
    await using set = await setUp({ "keys.yaml": before });
    await set.type("new", "ada");

    expect(await keysText(set.folder)).toContain(before.split("...")[0]);
    expect(await keysIn(set.folder)).toMatchObject([{ name: "old" }, { name: "ada" }]);
  });

  it("loses no key to another command at the same time", async () => {
    await using set = await setUp();
    const names = ["a", "b", "c", "d"];
    await Promise.all(names.map((name) => set.type("new", name)));

    const keys = await keysIn(set.folder);
    expect(keys.map((key) => (typeof key === "string" ? key : key.name)).toSorted()).toEqual(names);
  });

  // Only the superuser may give files away.
  it.skipIf(getuid?.() !== 0)("keeps the owner of the file, and takes it from others", async () => {
    await using set = await setUp({ "keys.yaml": "keys: []\n...\n" });
    const path = join(set.folder.path, "keys.yaml");
    await chmod(path, 0o646);
    await chown(path, 12_345, 12_346);
    await set.type("new", "ada");

    const { uid, gid, mode } = await stat(path);
    expect([uid, gid, mode & 0o777]).toEqual([12_345, 12_346, 0o640]);
  });

  it.each([
    {
      what: "a role that the policy lacks",
      args: ["new", "ada", "--role", "suport"],
      problem: "The policy has no role suport; it has support, finance. Did you mean support?",
    },
    { what: "no name", args: ["new"], problem: "Name the key." },
    { what: "an odd name", args: ["new", "a\u{7}b"], problem: "Expected the name of a key" },
    { what: "an empty tenant", args: ["new", "a", "--tenant", ""], problem: "Give --tenant" },
    {
      what: "an end that is none",
      args: ["new", "ada", "--expires", "30d"],
      problem: "--expires: Expected a duration such as P30D, a time",
    },
    {
      what: "an end that is over",
      args: ["new", "ada", "--expires", "2026-10-31"],
      problem: "--expires: 2026-10-31T00:00:00.000Z is over.",
    },
    {
      what: "a name that is taken in the file",
      args: ["new", "old"],
      files: { "keys.yaml": `keys: [{ name: old, sha256: ${sha256} }]\n...\n` },
      problem: "There is a key named old already.",
    },
    {
      what: "a file with a mistake",
      args: ["new", "ada"],
      files: { "keys.yaml": "keys: [{ nmae: old }]\n...\n" },
      problem: "keys.yaml:1:10 keys[0].nmae: There is no such key",
    },
    {
      what: "a policy with a mistake",
      args: ["new", "ada"],
      files: { "policy.yaml": "version: 2\n...\n" },
      problem: "policy.yaml:1:10 version: Expected 1",
    },
    {
      what: "a folder that is not there",
      args: ["new", "ada"],
      files: { "toolcourt.yaml": config.replace("keys.yaml", "none/keys.yaml") },
      problem: "Cannot write none/keys.yaml: its folder does not exist.",
    },
    {
      what: "a configuration without a key file",
      args: ["new", "ada"],
      files: {
        "toolcourt.yaml": config.replace(
          "keys_file: keys.yaml",
          "keys: [{ name: a, sha256: " + sha256 + " }]",
        ),
      },
      problem: "The configuration names no key file. Add keys_file: keys.yaml to server.auth.",
    },
    {
      what: "a configuration without authentication",
      args: ["new", "ada"],
      files: { "toolcourt.yaml": config.replace(auth, "") },
      problem: "The configuration has no server.auth, so callers need no key.",
    },
  ])("refuses $what, and changes nothing", async ({ args, files = {}, problem }) => {
    await using set = await setUp(files);
    const before = await set.folder.files();

    const { code, output, errors } = await set.type(...args);

    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(problem);
    expect(await set.folder.files()).toEqual(before);
  });

  it("refuses a file that is a link, since its target may not be ours", async () => {
    await using set = await setUp({ "other.yaml": "keys: []\n...\n" });
    await symlink(join(set.folder.path, "other.yaml"), join(set.folder.path, "keys.yaml"));

    const { code, errors } = await set.type("new", "ada");

    expect(code).toBe(2);
    expect(errors).toContain("Cannot write keys.yaml: it is a symbolic link");
  });
});

describe("toolcourt keys list", () => {
  const files = {
    "toolcourt.yaml": config.replace(
      "keys_file",
      `keys: [{ name: fixed, sha256: ${"b".repeat(64)} }], keys_file`,
    ),
    "keys.yaml": `keys:
  - { name: ada, sha256: ${sha256}, roles: [support], expires: 2026-10-01 }
...
`,
  };

  it("shows each key with its last use, and never a hash", async () => {
    await using set = await setUp(files);
    const place = { clock: systemClock, folder: set.folder.path };
    const stores = await openDurableStores("sqlite:.toolcourt/state.db", place);
    await stores.keyUses.put([{ fingerprint: fingerprintOf(sha256), at: Date.UTC(2026, 8, 30) }]);
    await stores[Symbol.asyncDispose]();

    const { code, output, errors } = await set.type("list");
    const json = await set.type("list", "--json");

    expect([code, errors]).toEqual([0, ""]);
    expect(
      output,
    ).toBe(`name   roles    tenant  expires                           last used                 from
fixed  -        -       never                             never                     configuration
ada    support  -       expired 2026-10-01T00:00:00.000Z  2026-09-30T00:00:00.000Z  file`);
    expect(JSON.parse(json.output)).toMatchObject([
      { name: "fixed", expires: null, expired: false, lastUsed: null, from: "configuration" },
      { name: "ada", expired: true, lastUsed: "2026-09-30T00:00:00.000Z", from: "file" },
    ]);
    expect(json.output).not.toMatch(/[ab]{16}/);
  });

  it("lists the keys although the store cannot be read, and says why", async () => {
    await using set = await setUp(files);

    const { code, output, errors } = await set.type("list");

    expect(code).toBe(0);
    expect(output).toContain("unknown");
    expect(errors).toContain("The last use is unknown: The durable store cannot be used. There is");
  });

  it("shows an empty list", async () => {
    await using set = await setUp();

    expect(await set.type("list")).toMatchObject({ code: 0, output: "Nothing found.", errors: "" });
  });
});

describe("toolcourt keys revoke", () => {
  it("removes the key from the file, and no other", async () => {
    await using set = await setUp();
    await set.type("new", "ada");
    await set.type("new", "luca");

    const { code, output } = await set.type("revoke", "ada");

    expect(code).toBe(0);
    expect(output).toContain("The key ada is removed from keys.yaml.");
    expect(output).toContain("within a second");
    expect(await keysIn(set.folder)).toMatchObject([{ name: "luca" }]);
  });

  it.each([
    { args: ["revoke"], problem: "Name the key." },
    { args: ["revoke", "adda"], problem: "There is no key named adda. Did you mean ada?" },
  ])("refuses $args", async ({ args, problem }) => {
    await using set = await setUp();
    await set.type("new", "ada");

    const { code, errors } = await set.type(...args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
  });

  it("names the place of a key that the file does not have", async () => {
    const own = `keys: [{ name: fixed, sha256: ${sha256} }], keys_file`;
    await using set = await setUp({ "toolcourt.yaml": config.replace("keys_file", own) });

    const { code, errors } = await set.type("revoke", "fixed");

    expect(code).toBe(2);
    expect(errors).toContain("The key fixed is in the configuration itself. Remove it there");
  });
});
