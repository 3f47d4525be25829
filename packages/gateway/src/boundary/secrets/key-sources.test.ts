import { chmod, mkdir } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { readLinesFromFile, readLinesFromKeyring, readLinesFromVariable } from "./key-sources.ts";
import { keyLineOf, parseKeys } from "./keys.ts";

const text = keyLineOf(1, Buffer.alloc(32, 1));

describe("keys from a file", () => {
  it("are read if only its owner can read it", async () => {
    await using folder = await openFolder({ key: `${text}\n` });
    await chmod(`${folder.path}/key`, 0o600);

    expect(parseKeys(await readLinesFromFile(`${folder.path}/key`)).writing.version).toBe(1);
  });

  it.each([0o640, 0o604, 0o620, 0o666])("are refused if its mode is %o", async (mode) => {
    await using folder = await openFolder({ key: text });
    await chmod(`${folder.path}/key`, mode);

    await expect(readLinesFromFile(`${folder.path}/key`)).rejects.toMatchObject({
      problem: "key-readable",
    });
  });

  it.each([
    ["nothing", "key-missing"],
    ["folder", "key-unreadable"],
    ["file/on-its-way", "key-unreadable"],
  ])("are refused if the path is %s: %s", async (name, problem) => {
    await using folder = await openFolder({ file: "" });
    await mkdir(`${folder.path}/folder`);

    const reading = readLinesFromFile(`${folder.path}/${name}`);

    await expect(reading).rejects.toMatchObject({ problem });
  });
});

describe("keys from a variable", () => {
  it("may be separated by commas", () => {
    const next = keyLineOf(2, Buffer.alloc(32, 2));

    expect(
      parseKeys(readLinesFromVariable("KEY", { KEY: `${text}, ${next}` })).writing.version,
    ).toBe(2);
  });

  it("are missing if it is not set", () => {
    expect(() => readLinesFromVariable("KEY", {})).toThrow("The key-encryption key is missing");
  });
});

describe("keys from a keyring", () => {
  const keyring = {
    read: async (service: string, account: string) =>
      `${service}/${account}` === "toolcourt/vault" ? text : undefined,
    write: async () => undefined,
  };

  it("are read by service and account", async () => {
    const lines = await readLinesFromKeyring(keyring, { service: "toolcourt", account: "vault" });

    expect(parseKeys(lines).writing.version).toBe(1);
  });

  it("are missing if it has no entry", async () => {
    const read = readLinesFromKeyring(keyring, { service: "toolcourt", account: "other" });

    await expect(read).rejects.toMatchObject({ problem: "key-missing" });
  });
});
