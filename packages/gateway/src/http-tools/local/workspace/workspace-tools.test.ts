import { toolContext } from "@toolcourt/sdk/testing";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { createWorkspaceTools } from "./workspace-tools.ts";

const clock = createFakeClock();

describe("createWorkspaceTools", () => {
  it("returns the three tools with their registry entries (S1-30)", async () => {
    await using folder = await openFolder();

    const tools = createWorkspaceTools({ root: folder.path, clock });

    expect(
      tools.map(({ contract }) => [contract.name, contract.description.split(".")[0]]),
    ).toEqual([
      ["hello", "Test connectivity"],
      ["read_repo_file", "Read repository file"],
      ["write_memory_entry", "Append to memory file"],
    ]);
  });

  it("reads back its own memory entry from the configured folder", async () => {
    await using folder = await openFolder();
    const [, read, write] = createWorkspaceTools({
      root: folder.path,
      clock,
      memoryFolder: "notes",
    });

    await write?.invoke({ file: "decisions.jsonl", entry: "[1]" }, toolContext());
    const answer = await read?.invoke({ path: "notes/decisions.jsonl" }, toolContext());

    expect(answer?.data).toEqual({ content: "[1]\n", path: "notes/decisions.jsonl", size: 4 });
  });

  it.each(["../memory", "/memory", ".git/memory"])(
    "keeps no memory in %s",
    async (memoryFolder) => {
      await using folder = await openFolder();

      expect(() => createWorkspaceTools({ root: folder.path, clock, memoryFolder })).toThrow(
        expect.objectContaining({ code: "path-refused" }),
      );
    },
  );

  it("requires an existing root", () => {
    expect(() => createWorkspaceTools({ root: "/no/such/folder", clock })).toThrow("ENOENT");
  });
});
