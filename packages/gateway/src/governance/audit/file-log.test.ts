import { open, rename } from "node:fs/promises";
import { auditEntry, byteLines } from "@toolcourt/testing/audit";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openFileLog } from "./file-log.ts";
import { verifyExport } from "./verify-export.ts";

const origin = "toolcourt/test";

function verdictOn(text: string) {
  return verifyExport(byteLines(Buffer.from(text)), { verifiers: [], outside: [] });
}

describe("the second log's file", () => {
  it("continues its chain after reopening", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.jsonl`;
    for (const body of ['{"n":1}', '{"n":2}', '{"n":"é"}']) {
      await using file = await openFileLog({ path, origin });
      await file.append([auditEntry({ body }), auditEntry()], "on-disk");
    }

    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 6 });
  });

  it("removes an unfinished line left by a killed process", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.jsonl`;
    {
      await using file = await openFileLog({ path, origin });
      await file.append([auditEntry()], "committed");
    }
    await folder.write("audit.jsonl", `${await folder.read("audit.jsonl")}{"sequence":2,"ha`);

    await using file = await openFileLog({ path, origin });
    await file.append([auditEntry()], "committed");

    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 2 });
  });

  it("restarts if a killed process left half of the first line", async () => {
    await using folder = await openFolder({ "audit.jsonl": '{"format":"tool' });
    await using file = await openFileLog({ path: `${folder.path}/audit.jsonl`, origin });
    await file.append([auditEntry()], "committed");

    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 1 });
  });

  it.each([
    ["without an end of its last line", "Dear diary,\ntoday I"],
    ["with one", "Dear diary,\n"],
    ["of one line without an end", "Dear diary"],
    ["larger than what is looked at", "x".repeat(3_000_000)],
  ])("leaves a file alone that is not a log: %s", async (_, content) => {
    await using folder = await openFolder({ "diary.txt": content });
    await using file = await openFileLog({ path: `${folder.path}/diary.txt`, origin });

    await expect(file.append([auditEntry()], "committed")).rejects.toThrow("is not an audit log");
    await expect(file.append([auditEntry()], "committed")).rejects.toThrow("is not an audit log");
    expect((await folder.read("diary.txt")) === content).toBe(true);
  });

  it("removes a line truncated by a full disk, and continues once there is space", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.jsonl`;
    await using file = await openFileLog({ path, origin });
    await file.append([auditEntry()], "committed");
    await using other = await open(path, "a");
    await expect(file.append([circular()], "committed")).rejects.toMatchObject({
      cause: { name: "TypeError" },
    });
    await other.appendFile('{"sequence":2,');

    await file.append([auditEntry()], "committed");

    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 2 });
  });

  it("keeps one chain for any number of writing processes", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.jsonl`;
    const files = await Promise.all([1, 2, 3].map(() => openFileLog({ path, origin })));

    const turns = Array.from({ length: 10 }, () => files).flat();
    await Promise.all(turns.map((file) => file.append([auditEntry(), auditEntry()], "committed")));

    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 60 });
    expect(await folder.files()).toEqual(["audit.jsonl", "audit.jsonl.lock"]);
    for (const file of files) await file[Symbol.asyncDispose]();
  });

  it("continues in a file that replaced it, and reports a missing one", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/audit.jsonl`;
    await using file = await openFileLog({ path, origin });
    await file.append([auditEntry(), auditEntry()], "on-disk");

    await rename(path, `${path}.1`);
    await expect(file.append([auditEntry()], "on-disk")).rejects.toMatchObject({
      message: "The file is gone.",
      cause: { code: "ENOENT" },
    });
    await folder.write("audit.jsonl", "");
    await file.append([auditEntry()], "on-disk");

    expect(await verdictOn(await folder.read("audit.jsonl.1"))).toMatchObject({ rows: 2 });
    expect(await verdictOn(await folder.read("audit.jsonl"))).toMatchObject({ rows: 1 });
  });

  it("appends nothing to a file that is not a log", async () => {
    await using folder = await openFolder({ "audit.jsonl": "to do: buy milk\n" });
    await using file = await openFileLog({ path: `${folder.path}/audit.jsonl`, origin });

    await expect(file.append([auditEntry()], "committed")).rejects.toThrow("not an audit log");
    expect(await folder.read("audit.jsonl")).toBe("to do: buy milk\n");
  });
});

/** An entry that throws halfway through serialization. */
function circular() {
  return Object.defineProperty(auditEntry(), "body", {
    get: () => {
      throw new TypeError("half-way");
    },
  });
}
