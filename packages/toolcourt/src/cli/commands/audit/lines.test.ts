import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { writeLines } from "./lines.ts";

async function* two() {
  yield "a";
  yield "b";
}

async function* broken() {
  yield "a";
  throw new Error("The store is locked.");
}

describe("writeLines", () => {
  it("writes a new file", async () => {
    await using folder = await openFolder();

    expect(await writeLines("out.jsonl", two(), { folder: folder.path })).toBe(2);
    expect(await folder.read("out.jsonl")).toBe("a\nb\n");
  });

  it("removes a partial file", async () => {
    await using folder = await openFolder();

    const writing = writeLines("out.jsonl", broken(), { folder: folder.path });

    await expect(writing).rejects.toThrow("The store is locked.");
    expect(await folder.files()).toEqual([]);
  });

  it.each([
    ["none/out.jsonl", "its folder does not exist"],
    ["taken", "it already exists and is left unchanged"],
    ["taken/out.jsonl", "a part of its path is a file, not a folder"],
  ])("is refused with the reason: %s", async (path, reason) => {
    await using folder = await openFolder({ taken: "mine" });

    const writing = writeLines(path, two(), { folder: folder.path });

    await expect(writing).rejects.toThrow(`Cannot write ${path}: ${reason}.`);
    expect(await folder.read("taken")).toBe("mine");
  });
});
