import { chmod, mkdir } from "node:fs/promises";
import { execPath, kill } from "node:process";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { openVaultServer, type VaultContent } from "@toolcourt/testing/vault-server";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import { readSecrets, type SecretsDeps } from "./read-secrets.ts";

const keyring = {
  read: async (service: string, account: string) =>
    service === "broken"
      ? Promise.reject(new Error("dbus: secret-words"))
      : new Map([["crm/token", "from-the-keyring"]]).get(`${service}/${account}`),
  write: async () => undefined,
};

function depsIn(folder: Folder, environment: SecretsDeps["environment"] = {}, clock?: Clock) {
  return {
    clock: clock ?? systemClock,
    signal: new AbortController().signal,
    random: () => 0.5,
    randomBytes: (count: number) => new Uint8Array(count),
    folder: folder.path,
    environment,
    openKeyring: async () => keyring,
  };
}

/** Returns the value that a server gets for a text, or the message of the refusal. */
async function valueOf(written: string, deps: SecretsDeps): Promise<string> {
  const server = { name: "crm", transport: "stdio", command: "crm", mode: "strict" };
  const text = JSON.stringify({ toolbox: { mcps: [{ ...server, env: { A: written } }] } });
  const { environment } = deps;
  try {
    const found = { text, source: { file: "t.yaml", environment } };
    const read = await readSecrets(found, "conf/t.yaml", deps);
    const [opened] = loadConfig(read.text, read.source).toolbox.servers;
    return opened?.transport.kind === "stdio" ? (opened.transport.env["A"] ?? "") : "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

/** A command that runs a script of Node. */
const node = (script: string): string => `\${cmd:${execPath} -e '${script}'}`;

/** Waits for a child that never ends and holds the output open. */
const hanging = `
const { pid } = require("node:child_process").spawn(
  process.execPath, ["-e", "setInterval(() => 0, 1e3)"], { stdio: "inherit" });
require("node:fs").writeFileSync("pid", String(pid));
`;

describe("a file", () => {
  it("is read beside the configuration, without its last line break", async () => {
    await using folder = await openFolder({ "conf/key": "one\ntwo\n\n" });
    await chmod(`${folder.path}/conf/key`, 0o600);
    const deps = depsIn(folder);

    expect(await valueOf("${file:./key}", deps)).toBe("one\ntwo\n");
    expect(await valueOf(`\${file:${folder.path}/conf/key}`, deps)).toBe("one\ntwo\n");
  });

  it.each([
    ["gone", "There is no such file; its path is relative to the configuration."],
    ["open", "Others can read the file. Set its mode to 0600."],
    ["folder", "The file cannot be read."],
    ["empty", "The value is empty."],
    ["long", "The value is longer than 65536."],
    ["binary", "The value is no text."],
  ])("is refused if it is %s: %s", async (name, message) => {
    await using folder = await openFolder({
      "conf/open": "secret-words",
      "conf/empty": "\n",
      "conf/long": "secret-words".repeat(6_000),
      "conf/binary": "a\0b",
    });
    await mkdir(`${folder.path}/conf/folder`);
    for (const each of ["empty", "long", "binary"]) {
      await chmod(`${folder.path}/conf/${each}`, 0o600);
    }

    const refusal = await valueOf(`\${file:${name}}`, depsIn(folder));

    expect(refusal).toContain(`t.yaml:1:98 toolbox.mcps[0].env.A: ${message}`);
    expect(refusal).not.toContain("secret-words");
  });
});

describe("a command", () => {
  it("prints the value, without a shell and with our environment", async () => {
    await using folder = await openFolder({ "conf/a": "" });
    const deps = depsIn(folder, { WHO: "ada", PATH: "" });

    expect(await valueOf(node("console.log(process.env.WHO)"), deps)).toBe("ada");
    expect(await valueOf(node('process.stdout.write("$WHO;`id`")'), deps)).toBe("$WHO;`id`");
    expect(await valueOf(node("console.log(process.cwd())"), deps)).toBe(`${folder.path}/conf`);
  });

  it.each([
    ["fails", node("console.log(`secret-words`); process.exit(7)"), "failed with exit code 7."],
    ["is killed", node("process.kill(process.pid, `SIGKILL`)"), "The command failed."],
    ["says why", node("console.error(`secret-words`); process.exit(1)"), "with exit code 1."],
    ["is not there", "${cmd:/nowhere/at-all}", "The command could not be started."],
    ["prints nothing", node(""), "The value is empty."],
    ["prints too much", "${cmd:/usr/bin/yes secret-words}", "more than 65536 bytes."],
    ["has an open quote", "${cmd:a 'b}", "A quote of the command is not closed."],
  ])("is refused if it %s", async (_, written, message) => {
    await using folder = await openFolder({ "conf/a": "" });

    const refusal = await valueOf(written, depsIn(folder));

    expect(refusal).toContain(message);
    expect(refusal).toContain("t.yaml:1:");
    expect(refusal).not.toContain("secret-words");
  });

  it("is ended with its children if it hangs", async () => {
    await using folder = await openFolder({ "conf/a": "" });
    const clock = createFakeClock();
    await folder.write("conf/hang.cjs", hanging);

    const refusal = valueOf(`\${cmd:${execPath} hang.cjs}`, depsIn(folder, {}, clock));
    await expect.poll(() => folder.read("conf/pid").catch(() => "")).not.toBe("");
    await clock.advance(30_000);

    expect(await refusal).toContain("No value came within 30 seconds.");
    const running = Number(await folder.read("conf/pid"));
    await expect.poll(() => isRunning(running)).toBe(false);
  });

  it("does not run if the configuration is invalid", async () => {
    await using folder = await openFolder({ "conf/a": "" });
    const server = {
      name: "crm",
      transport: "stdio",
      command: node("require(`fs`).mkdirSync(`ran`)"),
    };
    const source = { file: "t.yaml", environment: {} };
    const text = JSON.stringify({ toolbox: { mcps: [{ ...server, mode: "lenient" }] } });

    await expect(readSecrets({ text, source }, undefined, depsIn(folder))).rejects.toThrow(
      "Expected strict or dynamic",
    );
    await expect(mkdir(`${folder.path}/ran`)).resolves.toBeUndefined();
  });
});

describe("the keyring", () => {
  it.each([
    ["${keyring:crm/token}", "from-the-keyring"],
    ["${keyring:crm/other}", "The system keyring has no such entry."],
    ["${keyring:broken/one}", "The system keyring is unavailable."],
  ])("is read: %s", async (written, said) => {
    await using folder = await openFolder();

    const value = await valueOf(written, depsIn(folder));

    expect(value).toContain(said);
    expect(value).not.toContain("secret-words");
  });
});

describe("Vault", () => {
  const token = "hvs.the-right-token";
  const content: VaultContent = {
    token,
    secrets: { "apps/crm": { token: "from-the-vault", port: 7, empty: "" }, gone: null },
    old: { "data/crm": { token: "secret-words" } },
  };

  async function ask(where: string, given: Readonly<Record<string, string>> = {}, sealed = false) {
    await using folder = await openFolder();
    await using vault = await openVaultServer({ ...content, sealed });
    const environment = { VAULT_ADDR: vault.address, VAULT_TOKEN: token, ...given };
    const value = await valueOf(`\${vault:${where}}`, depsIn(folder, environment));
    return { value, seen: vault.seen };
  }

  it("is asked by the API of KV version 2", async () => {
    const { value, seen } = await ask("secret/apps/crm#token", { VAULT_NAMESPACE: "team" });

    expect(value).toBe("from-the-vault");
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /v1/secret/data/apps/crm",
    ]);
    expect(seen[0]?.headers).toMatchObject({
      "x-vault-token": token,
      "x-vault-request": "true",
      "x-vault-namespace": "team",
    });
  });

  it.each([
    ["secret/apps/crm#pin", {}, "The secret has no such field."],
    ["secret/apps/crm#port", {}, "The field is no text."],
    ["secret/apps/crm#empty", {}, "The value is empty."],
    ["secret/apps/cms#token", {}, "Vault has no such secret, or its latest version is deleted."],
    ["secret/gone#token", {}, "Vault has no such secret, or its latest version is deleted."],
    ["nowhere/crm#token", {}, "The path begins with the mount of a KV engine of version 2."],
    ["old/crm#token", {}, "This is no KV engine of version 2"],
    ["secret/apps/crm#token", { VAULT_TOKEN: "other" }, "does not let VAULT_TOKEN read this path."],
    ["secret/apps/crm#token", { VAULT_TOKEN: "" }, "Vault needs the variable VAULT_TOKEN."],
    ["secret/apps/crm#token", { VAULT_ADDR: "" }, "Vault needs the variable VAULT_ADDR."],
    ["secret/apps/crm#token", { VAULT_ADDR: "http://10.0.0.1" }, "an address with https://"],
    ["secret/apps/crm#token", { VAULT_ADDR: "http://127.0.0.1:1" }, "cannot be reached"],
    ["secret/../sys/raw#token", {}, "Name a variable as ${NAME}, or a source"],
  ])("is refused: %s %o", async (where, environment, message) => {
    const { value } = await ask(where, environment);

    expect(value).toContain(message);
    expect(value).not.toMatch(/secret-words|hvs\./);
  });

  it("is refused while it is sealed", async () => {
    const { value } = await ask("secret/apps/crm#token", {}, true);

    expect(value).toContain("Vault is sealed or down for maintenance.");
  });
});

function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}
