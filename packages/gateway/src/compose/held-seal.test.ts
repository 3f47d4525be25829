import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openCheckpoint, signCheckpoint } from "../governance/audit/checkpoint.ts";
import { openKeyFile, readSigner } from "../governance/audit/key-file.ts";
import { parseVerifier } from "../governance/audit/note.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import { createHeldSeal } from "./held-seal.ts";

const settings = { key: "audit.key" };

/** A folder with a key of this name. */
async function openKeyFolder(name = "log") {
  const folder = await openFolder();
  await openKeyFile({ path: `${folder.path}/audit.key`, newName: () => name });
  return folder;
}

/** A log that no key has signed. */
const unsigned: Pick<AuditStore, "checkpoints"> = { checkpoints: async () => [] };

/** A log that the key of this folder has signed. */
async function signedBy(folder: string): Promise<Pick<AuditStore, "checkpoints">> {
  const signer = await readSigner(`${folder}/audit.key`);
  const note = signCheckpoint(signer, { size: 1, root: Buffer.alloc(32) });
  return { checkpoints: async () => [{ size: 1, note }] };
}

it("seals for all who have the key of the audit log, and for no other text", async () => {
  await using folder = await openKeyFolder();
  const deps = { folder: folder.path, audit: await signedBy(folder.path) };
  const [first, second] = [createHeldSeal(settings, deps), createHeldSeal(settings, deps)];

  const seal = await first.seal("a row");

  expect(await second.isSealed("a row", seal)).toBe(true);
  expect(await second.isSealed("another row", seal)).toBe(false);
  expect(await second.isSealed("a row", "")).toBe(false);
});

it("refuses what another key sealed", async () => {
  await using folder = await openKeyFolder();
  await using other = await openKeyFolder();
  const ours = createHeldSeal(settings, { folder: folder.path, audit: unsigned });
  const theirs = createHeldSeal(settings, { folder: other.path, audit: unsigned });

  expect(await ours.isSealed("a row", await theirs.seal("a row"))).toBe(false);
});

it("makes no seal that is a checkpoint", async () => {
  await using folder = await openKeyFolder();
  const seal = await createHeldSeal(settings, { folder: folder.path, audit: unsigned }).seal("x");

  const { publicKey } = await readSigner(`${folder.path}/audit.key`);
  const verifier = parseVerifier(publicKey);
  expect(verifier?.open(seal)).toBeDefined();
  expect(openCheckpoint(seal, verifier === undefined ? [] : [verifier])).toBeUndefined();
});

it("names the key that cannot be used", async () => {
  await using folder = await openFolder({ "audit.key": "no key" });
  const { seal } = createHeldSeal(settings, { folder: folder.path, audit: unsigned });

  await expect(seal("a row")).rejects.toMatchObject({ code: "store-unusable" });
  await expect(seal("a row")).rejects.toThrow("audit.key (audit.key)");
});

describe("a machine without the key of the log", () => {
  it("seals nothing and gets no key of its own", async () => {
    await using folder = await openFolder();
    const { seal, isSealed } = createHeldSeal(settings, { folder: folder.path, audit: unsigned });

    await expect(seal("a row")).rejects.toMatchObject({ code: "store-unusable" });
    await expect(isSealed("a row", "")).rejects.toThrow("Copy it here from a gateway of this log");
    await expect(readSigner(`${folder.path}/audit.key`)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("seals nothing with another key, also if the log is signed later", async () => {
    await using folder = await openKeyFolder("ours");
    await using other = await openKeyFolder("theirs");
    let audit = unsigned;
    const { seal, isSealed } = createHeldSeal(settings, {
      folder: folder.path,
      audit: { checkpoints: (max) => audit.checkpoints(max) },
    });
    const early = await seal("a row");
    audit = await signedBy(other.path);

    await expect(seal("a row")).rejects.toMatchObject({ code: "store-unusable" });
    await expect(isSealed("a row", early)).rejects.toThrow("is not the one that signs this log");
  });
});
