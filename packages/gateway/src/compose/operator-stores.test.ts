import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { openKeyFile } from "../governance/audit/key-file.ts";
import { storeDeadlineMs } from "../stores/store-error.ts";
import { openCopiedStores, openOperatorStores } from "./operator-stores.ts";

const entries = [auditEntry()];

// SQLite runs in its own thread, which starts slowly on a busy machine.
const patience = { timeout: 20_000 };

async function* readInput() {}

const chance = {
  newId: () => "id",
  random: () => 0,
  randomBytes: (count: number) => new Uint8Array(count),
};

function inFolder(folder: string, clock: Clock, { signal }: AbortController) {
  return { folder, clock, signal, environment: {}, readInput, ...chance };
}

const config = 'toolbox: {}\nstores: { url: "sqlite:state.db" }\n';

describe("the store of an interactive command", patience, () => {
  it("has a longer deadline than that of a gateway", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    const clock = createFakeClock();
    const place = inFolder(folder.path, clock, new AbortController());
    await using stores = (await openOperatorStores(undefined, place)).stores;
    const other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN IMMEDIATE");

    const appended = stores.audit.append([auditEntry()], "on-disk");
    await clock.advance(storeDeadlineMs * 2);
    other.close();

    await expect(appended).resolves.toHaveLength(1);
  });

  it.each([
    ["approvals", "list"],
    ["audit", "unfinished"],
    ["results", "list"],
  ])("is not created by a read-only command: %s %s", async (...args) => {
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const { code, output, errors } = await run(args, { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain("There is no store: a gateway creates it");
    expect(errors).toContain("It would be sqlite:state.db (stores.url).");
    expect(await folder.files()).toEqual(["toolcourt.yaml"]);
  });

  it("is not waited for once the command is aborted", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    using other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN EXCLUSIVE");
    await chmod(`${folder.path}/state.db`, 0o600);
    const clock = createFakeClock();
    const stopping = new AbortController();

    const opening = openOperatorStores(undefined, inFolder(folder.path, clock, stopping));
    await clock.untilSleeping();
    stopping.abort(new Error("told to stop"));

    await expect(opening).rejects.toThrow("told to stop");
  });
});

function open(
  folder: Folder,
  audit: { readonly mirrorFile?: string; readonly mustReach: "all" | "any" },
) {
  const stores = { url: "memory:" };
  const registry = new SecretRegistry();
  const place = {
    clock: systemClock,
    folder: folder.path,
    environment: {},
    registry,
    ...chance,
  };
  const results = { retain: "none", retainForMs: 0, required: false } as const;
  return openCopiedStores({ stores, results, audit: { key: "audit.key", ...audit } }, place);
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
        await using stores = await open(folder, { mirrorFile: "copy.jsonl", mustReach: require });
        await stores.audit.append(entries, "on-disk");
      }

      const lines = (await folder.read("copy.jsonl")).split("\n");
      expect(lines[0]).toContain('"origin":"toolcourt-x"');
      expect(lines[1]).toContain('"sequence":1');
    },
  );

  it("needs no copy if none is configured, or if the store suffices", async () => {
    await using folder = await withKey({ "diary.txt": "Dear diary\n" });
    for (const audit of [{}, { mirrorFile: "nowhere/copy.jsonl" }, { mirrorFile: "diary.txt" }]) {
      await using stores = await open(folder, { ...audit, mustReach: "any" });

      await expect(stores.audit.append(entries, "on-disk")).resolves.toHaveLength(1);
    }
  });

  it("does not recreate a copy that was removed", async () => {
    await using folder = await withKey();
    const opening = open(folder, { mirrorFile: "copy.jsonl", mustReach: "all" });

    await expect(opening).rejects.toThrow(/It is copy\.jsonl \(audit\.mirror_file\)\.$/);
    {
      await using stores = await open(folder, { mirrorFile: "copy.jsonl", mustReach: "any" });
      await stores.audit.append(entries, "on-disk");
    }
    expect(await folder.files()).not.toContain("copy.jsonl");
  });

  it("reports a required copy that cannot be written", async () => {
    await using folder = await withKey({ "diary.txt": "Dear diary\n" });
    await using stores = await open(folder, { mirrorFile: "diary.txt", mustReach: "all" });

    await expect(stores.audit.append(entries, "on-disk")).rejects.toThrow(
      /was made and audited in the store, but .* The file is not an audit log of ours\. .* It is diary\.txt \(audit\.mirror_file\)\.$/,
    );
    await expect(open(folder, { mirrorFile: "nowhere/copy", mustReach: "all" })).rejects.toThrow(
      /copy of the audit log cannot be opened\. .* It is nowhere\/copy \(audit\.mirror_file\)\.$/,
    );
  });

  it("reports an unreadable key as such, not as a problem of the copy", async () => {
    await using folder = await openFolder();

    await expect(open(folder, { mirrorFile: "copy.jsonl", mustReach: "all" })).rejects.toThrow(
      /key of the audit log cannot be read\. .* It is audit\.key \(audit\.key\)\.$/,
    );
  });
});
