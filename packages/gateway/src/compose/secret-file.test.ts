import { chmod, stat } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openSecretFile } from "./secret-file.ts";

/** Returns bytes that identify their creator. */
function bytesOf(maker: number): (count: number) => Uint8Array {
  return (count) => new Uint8Array(count).fill(maker);
}

describe("openSecretFile", () => {
  it("creates the file once, private, with its folder", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/.toolcourt/approvals.key`;

    const first = await openSecretFile(path, bytesOf(1));
    const second = await openSecretFile(path, bytesOf(2));

    expect([...first]).toEqual([...bytesOf(1)(32)]);
    expect(second).toEqual(first);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await folder.files()).toEqual([".toolcourt/approvals.key"]);
  });

  it("returns the same secret to concurrent creators", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/approvals.key`;

    const secrets = await Promise.all(
      Array.from({ length: 20 }, (_, maker) => openSecretFile(path, bytesOf(maker))),
    );

    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString("hex"))).size).toBe(1);
  });

  it("accepts a longer secret", async () => {
    await using folder = await openFolder({ "approvals.key": "A".repeat(64) });
    await chmod(`${folder.path}/approvals.key`, 0o600);

    expect(await openSecretFile(`${folder.path}/approvals.key`, bytesOf(1))).toHaveLength(48);
  });

  it("refuses a file that others can read", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/approvals.key`;
    await openSecretFile(path, bytesOf(1));
    await chmod(path, 0o644);

    await expect(openSecretFile(path, bytesOf(1))).rejects.toThrow("Set its mode to 0600.");
  });

  it.each([
    ["nothing", ""],
    ["half of a key", "A".repeat(20)],
    ["something else", "hunter2 ".repeat(20)],
  ])("refuses a file with %s, without quoting it", async (_, content) => {
    await using folder = await openFolder({ "approvals.key": content });
    const path = `${folder.path}/approvals.key`;
    await chmod(path, 0o600);

    await expect(openSecretFile(path, bytesOf(1))).rejects.toThrow(
      /^The key of approvals is invalid\.$/,
    );
  });

  it("fails if the file cannot be created", async () => {
    await using folder = await openFolder({ file: "" });

    await expect(openSecretFile(`${folder.path}/file/key`, bytesOf(1))).rejects.toHaveProperty(
      "code",
    );
  });
});
