import { stat } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import type { OsKeyring } from "../boundary/secrets/key-sources.ts";
import { keyLineOf } from "../boundary/secrets/keys.ts";
import { openKeySource } from "./open-key-source.ts";

const line = keyLineOf(1, Buffer.alloc(32, 1));
const other = keyLineOf(2, Buffer.alloc(32, 2));

function createKeyring(): OsKeyring {
  const entries = new Map<string, string>();
  return {
    read: async (service, account) => entries.get(`${service} ${account}`),
    write: async (service, account, text) => {
      entries.set(`${service} ${account}`, text);
    },
  };
}

describe("openKeySource", () => {
  it.each(["file:keys/vault.key", "keyring:toolcourt/vault"])(
    "uses %s, where it creates a first key once and writes others",
    async (written) => {
      await using folder = await openFolder();
      const keyring = createKeyring();
      const place = { folder: folder.path, environment: {}, openKeyring: async () => keyring };
      const source = openKeySource(written, place);

      await expect(source.read()).rejects.toMatchObject({ problem: "key-missing" });
      await source.make?.(() => line);
      await source.make?.(() => other);
      expect((await source.read()).trim()).toBe(line);
      await source.write?.(other);

      expect((await openKeySource(written, place).read()).trim()).toBe(other);
    },
  );

  it("keeps a key file private when rewriting it", async () => {
    await using folder = await openFolder();
    const source = openKeySource("file:vault.key", { folder: folder.path, environment: {} });
    await source.make?.(() => line);

    await source.write?.(other);

    expect((await stat(`${folder.path}/vault.key`)).mode & 0o777).toBe(0o600);
    expect(await folder.files()).toEqual(["vault.key"]);
  });

  it("only reads a variable, since the operator sets it", async () => {
    const source = openKeySource("env:KEY", { folder: "/nowhere", environment: { KEY: line } });

    expect(await source.read()).toBe(line);
    expect(source.make).toBeUndefined();
    expect(source.write).toBeUndefined();
  });
});
