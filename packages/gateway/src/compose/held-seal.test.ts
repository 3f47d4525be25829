import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { openCheckpoint } from "../governance/audit/checkpoint.ts";
import { readSigner } from "../governance/audit/key-file.ts";
import { parseVerifier } from "../governance/audit/note.ts";
import { createHeldSeal } from "./held-seal.ts";

const settings = { key: "audit.key" };

it("seals for all who have the key of the audit log, and for no other text", async () => {
  await using folder = await openFolder();
  const deps = { folder: folder.path, newId: () => "1" };
  const [first, second] = [createHeldSeal(settings, deps), createHeldSeal(settings, deps)];

  const seal = await first.seal("a row");

  expect(await second.isSealed("a row", seal)).toBe(true);
  expect(await second.isSealed("another row", seal)).toBe(false);
  expect(await second.isSealed("a row", "")).toBe(false);
});

it("refuses what another key sealed", async () => {
  await using folder = await openFolder();
  await using other = await openFolder();
  const ours = createHeldSeal(settings, { folder: folder.path, newId: () => "1" });
  const theirs = createHeldSeal(settings, { folder: other.path, newId: () => "1" });

  expect(await ours.isSealed("a row", await theirs.seal("a row"))).toBe(false);
});

it("makes no seal that is a checkpoint", async () => {
  await using folder = await openFolder();
  const seal = await createHeldSeal(settings, { folder: folder.path, newId: () => "1" }).seal("x");

  const { publicKey } = await readSigner(`${folder.path}/audit.key`);
  const verifier = parseVerifier(publicKey);
  expect(verifier?.open(seal)).toBeDefined();
  expect(openCheckpoint(seal, verifier === undefined ? [] : [verifier])).toBeUndefined();
});

it("names the key that cannot be used", async () => {
  await using folder = await openFolder({ "audit.key": "no key" });
  const { seal } = createHeldSeal(settings, { folder: folder.path, newId: () => "1" });

  await expect(seal("a row")).rejects.toMatchObject({ code: "store-unusable" });
  await expect(seal("a row")).rejects.toThrow("audit.key (audit.key)");
});
