import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openRecording, type RecordingLimits } from "./open-recording.ts";

const limits = { maxFileBytes: 100, maxLineBytes: 20, maxWaitingBytes: 60 };

async function recordIn(folder: string, lines: readonly string[], given?: RecordingLimits) {
  const said: string[] = [];
  const terminal = {
    out: () => undefined,
    err: (text: string) => void said.push(text),
    progress: () => undefined,
    columns: 80,
    color: false,
  };
  {
    await using recording = await openRecording("calls.jsonl", { folder, terminal }, given);
    for (const line of lines) recording.write(line);
  }
  return said;
}

describe("openRecording", () => {
  it("writes every line in order, readable by the owner only", async () => {
    await using folder = await openFolder();

    const said = await recordIn(folder.path, ["one", "two"]);

    expect(await folder.read("calls.jsonl")).toBe("one\ntwo\n");
    expect((await stat(join(folder.path, "calls.jsonl"))).mode & 0o777).toBe(0o600);
    expect(said).toEqual(["Recorded 2 calls in calls.jsonl."]);
  });

  it("appends to an existing file and makes it private", async () => {
    await using folder = await openFolder();
    const file = join(folder.path, "calls.jsonl");
    await writeFile(file, "zero\n", { mode: 0o644 });

    await recordIn(folder.path, ["one"]);

    expect(await readFile(file, "utf8")).toBe("zero\none\n");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("skips and counts lines that are too long or exceed the file limit", async () => {
    await using folder = await openFolder({ "calls.jsonl": "x".repeat(70) });

    const said = await recordIn(
      folder.path,
      ["a".repeat(30), "b".repeat(19), "c", "d".repeat(15)],
      limits,
    );

    expect(await folder.read("calls.jsonl")).toBe(`${"x".repeat(70)}${"b".repeat(19)}\nc\n`);
    expect(said).toEqual([
      "Recorded 2 calls in calls.jsonl; 2 calls left out, for which there was no room.",
    ]);
  });

  it("skips lines if the disk is too slow", async () => {
    await using folder = await openFolder();
    const lines = Array.from({ length: 5 }, () => "a".repeat(19));

    await recordIn(folder.path, lines, { ...limits, maxWaitingBytes: 30, maxFileBytes: 1_000 });

    expect((await folder.read("calls.jsonl")).length).toBeLessThan(5 * 20);
  });

  it.each([
    ["a link", "link", (path: string) => symlink("/dev/null", path)],
    ["a folder", "folder", (path: string) => mkdir(path)],
  ] as const)("refuses to write to %s", async (_what, because, make) => {
    await using folder = await openFolder();
    await make(join(folder.path, "calls.jsonl"));

    await expect(recordIn(folder.path, [])).rejects.toMatchObject({
      code: "write-failed",
      details: { because },
    });
  });

  it("refuses to start in a missing folder", async () => {
    await expect(recordIn("/nowhere/at/all", [])).rejects.toMatchObject({ code: "write-failed" });
  });
});
