import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry } from "@toolcourt/testing/audit";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openKeyFile } from "../governance/audit/key-file.ts";
import { openCopiedStores } from "./open-copied-stores.ts";

const entries = [auditEntry()];

function open(folder: Folder, audit: { readonly copy?: string; readonly require: "all" | "any" }) {
  const stores = { url: "memory:" };
  const place = { clock: systemClock, folder: folder.path };
  return openCopiedStores({ stores, audit: { key: "audit.key", ...audit } }, place);
}

async function withKey(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const folder = await openFolder(files);
  await openKeyFile({ path: `${folder.path}/audit.key`, newName: () => "toolcourt-x" });
  return folder;
}

describe("openCopiedStores", () => {
  it.each(["all", "any"] as const)(
    "writes to the copy of the audit log too: %s",
    async (require) => {
      await using folder = await withKey({ "copy.jsonl": "" });
      {
        await using stores = await open(folder, { copy: "copy.jsonl", require });
        await stores.audit.append(entries, "on-disk");
      }

      const lines = (await folder.read("copy.jsonl")).split("\n");
      expect(lines[0]).toContain('"origin":"toolcourt-x"');
      expect(lines[1]).toContain('"sequence":1');
    },
  );

  it("needs no copy if none is configured, or if the store suffices", async () => {
    await using folder = await withKey({ "diary.txt": "Dear diary\n" });
    for (const audit of [{}, { copy: "nowhere/copy.jsonl" }, { copy: "diary.txt" }]) {
      await using stores = await open(folder, { ...audit, require: "any" });

      await expect(stores.audit.append(entries, "on-disk")).resolves.toHaveLength(1);
    }
  });

  it("does not recreate a copy that was removed", async () => {
    await using folder = await withKey();
    const opening = open(folder, { copy: "copy.jsonl", require: "all" });

    await expect(opening).rejects.toThrow(/It is copy\.jsonl \(audit\.copy\)\.$/);
    {
      await using stores = await open(folder, { copy: "copy.jsonl", require: "any" });
      await stores.audit.append(entries, "on-disk");
    }
    expect(await folder.files()).not.toContain("copy.jsonl");
  });

  it("reports a required copy that cannot be written", async () => {
    await using folder = await withKey({ "diary.txt": "Dear diary\n" });
    await using stores = await open(folder, { copy: "diary.txt", require: "all" });

    await expect(stores.audit.append(entries, "on-disk")).rejects.toThrow(
      /is changed, and the store has its entry; .* The file is no log of ours, .* It is diary\.txt \(audit\.copy\)\.$/,
    );
    await expect(open(folder, { copy: "nowhere/copy", require: "all" })).rejects.toThrow(
      /copy of the audit log cannot be opened\. .* It is nowhere\/copy \(audit\.copy\)\.$/,
    );
  });

  it("reports an unreadable key as such, not as a problem of the copy", async () => {
    await using folder = await openFolder();

    await expect(open(folder, { copy: "copy.jsonl", require: "all" })).rejects.toThrow(
      /key of the audit log cannot be read\. .* It is audit\.key \(audit\.key\)\.$/,
    );
  });
});
