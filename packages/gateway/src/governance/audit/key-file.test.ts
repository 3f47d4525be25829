import { chmod, stat } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openKeyFile, readSigner } from "./key-file.ts";
import { parseVerifier } from "./note.ts";

const newName = (): string => "toolcourt/test";

describe("the key file", () => {
  it("says that a folder is in its place, whatever its mode", async () => {
    await using folder = await openFolder({ "audit.key/other.txt": "" });

    await expect(readSigner(`${folder.path}/audit.key`)).rejects.toThrow(
      /There is a folder in place/,
    );
  });

  it("is created at the first start, readable by its owner only", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/keys/audit.key`;

    const first = await openKeyFile({ path, newName });
    const second = await openKeyFile({ path, newName: () => "another" });

    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.signer.publicKey).toBe(first.signer.publicKey);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(parseVerifier(first.signer.publicKey)?.name).toBe("toolcourt/test");
  });

  it("is different every time", async () => {
    await using folder = await openFolder();
    const keys = ["a", "b"].map((name) => openKeyFile({ path: `${folder.path}/${name}`, newName }));

    const [a, b] = await Promise.all(keys);

    expect(a?.signer.publicKey).not.toBe(b?.signer.publicKey);
  });

  it("holds one key when several processes start at once", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.key`;

    const opened = await Promise.all([1, 2, 3, 4].map(() => openKeyFile({ path, newName })));

    expect(new Set(opened.map(({ signer }) => signer.publicKey)).size).toBe(1);
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await folder.files()).toEqual(["audit.key"]);
  });

  it("is refused if others can read it", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.key`;
    await openKeyFile({ path, newName });
    await chmod(path, 0o640);

    await expect(openKeyFile({ path, newName })).rejects.toThrow("Set its mode to 0600.");
  });

  it("is refused if it holds something else", async () => {
    await using folder = await openFolder({ "audit.key": "hunter2" });
    const path = `${folder.path}/audit.key`;
    await chmod(path, 0o600);

    await expect(readSigner(path)).rejects.toThrow(/^The key of the audit log is invalid\.$/);
  });

  it("is not created by a reader, nor where creation is impossible", async () => {
    await using folder = await openFolder({ file: "" });

    await expect(readSigner(`${folder.path}/audit.key`)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(
      openKeyFile({ path: `${folder.path}/file/audit.key`, newName }),
    ).rejects.toHaveProperty("code");
  });
});
