import { link, mkdir, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { parseJson } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";
import { scene, toolContext } from "@toolcourt/sdk/testing";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createMemory } from "./memory.ts";
import { createWriteMemoryEntry } from "./write-memory-entry.ts";

const log = ".claude/memory/progress_log.jsonl";
const practices = ".claude/memory/best_practices.md";

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const folder = await openFolder(files);
  const memory = createMemory({ root: folder.path, folder: ".claude/memory", clock: systemClock });
  const tool = createWriteMemoryEntry(memory);
  const write = (file: string, entry: string, signal?: AbortSignal) =>
    tool.invoke({ file, entry }, toolContext(signal === undefined ? {} : { signal }));
  return {
    folder,
    tool,
    write,
    codeOf: async (file: string, entry: string) => {
      const result = await write(file, entry);
      expect(JSON.stringify(result)).not.toContain(folder.path);
      return result.error?.code;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("write_memory_entry", () => {
  it("declares its contract, with an approval that the gateway requests (S1-21, S1-28)", async () => {
    await using place = await setUp();
    const { contract } = place.tool;

    expect(contract.input).toEqual({
      type: "object",
      properties: {
        file: {
          type: "string",
          enum: ["progress_log.jsonl", "decisions.jsonl", "best_practices.md"],
          description: "Target memory file",
        },
        entry: { type: "string", description: "Content to append", maxLength: 10_000 },
      },
      required: ["file", "entry"],
      additionalProperties: false,
    });
    expect(contract.terms.approval).toBe("caller");
    expect(contract.effect).toBe("write");
  });

  it("breaks no rule of the profiles core and workspace (S1-1)", async () => {
    await using place = await setUp();

    const findings = lintContract(place.tool.contract, {
      rules: builtinRules,
      profiles: ["core", "workspace"],
      scene: scene(),
    });

    expect(findings).toEqual([]);
  });

  it("appends the milestone and counts its bytes with the newline (S1-29, T40)", async () => {
    await using place = await setUp();
    const [example] = place.tool.contract.terms.examples ?? [];

    const { data } = await place.tool.invoke(example?.params, toolContext());

    expect(data).toEqual({ success: true, file: "progress_log.jsonl", bytes_written: 92 });
    expect(await place.folder.read(log)).toBe(`${z.string().parse(example?.params["entry"])}\n`);
  });

  it("leaves existing content unchanged (S1-20, S1-23)", async () => {
    await using place = await setUp({ [practices]: "old\n" });

    await place.write("best_practices.md", "é\n");
    const { data } = await place.write("best_practices.md", "newer");

    expect(await place.folder.read(practices)).toBe("old\né\nnewer\n");
    expect(data?.bytes_written).toBe(6);
  });

  it("starts a new line if the file ends without a newline", async () => {
    await using place = await setUp({ [practices]: "left by an editor" });

    const { data } = await place.write("best_practices.md", "new");

    expect(await place.folder.read(practices)).toBe("left by an editor\nnew\n");
    expect(data?.bytes_written).toBe(5);
  });

  it.each([
    { file: "other.md", entry: "x", code: "input-invalid" },
    { file: "../progress_log.jsonl", entry: "1", code: "input-invalid" },
    { file: "PROGRESS_LOG.jsonl", entry: "1", code: "input-invalid" },
    { file: "best_practices.md", entry: "a".repeat(10_001), code: "input-invalid" },
    { file: "best_practices.md", entry: "é".repeat(9_000), code: "entry-too-large" },
    { file: "best_practices.md", entry: "", code: "entry-empty" },
    { file: "decisions.jsonl", entry: "no json", code: "entry-not-json" },
  ])("refuses with $code and writes nothing: $file (S1-24, S1-37)", async (row) => {
    await using place = await setUp();

    expect(await place.codeOf(row.file, row.entry)).toBe(row.code);
    expect(await place.folder.files()).toEqual([]);
  });

  it.each([
    { what: "characters", entry: "a".repeat(10_000) },
    { what: "characters of two code units", entry: "😀".repeat(2_560) },
  ])("accepts 10,000 code points and 10,240 bytes: $what (T38)", async ({ entry }) => {
    await using place = await setUp();

    const { data } = await place.write("best_practices.md", entry);

    expect(data?.bytes_written).toBe(Buffer.byteLength(entry) + 1);
  });

  it("keeps the entries of concurrent writers apart (S1-37)", async () => {
    await using place = await setUp();
    const entries = Array.from({ length: 50 }, (_, n) =>
      JSON.stringify({ n, text: "x".repeat(n) }),
    );

    await Promise.all(entries.map((entry) => place.write("progress_log.jsonl", entry)));

    expect(await place.folder.read(log)).toBe(entries.map((entry) => `${entry}\n`).join(""));
  });

  it("refuses a memory file that is a link, a hard link or no regular file (SECURITY 38)", async () => {
    await using place = await setUp({ "target.txt": "untouched", ".claude/memory/x": "" });
    const memory = join(place.folder.path, ".claude/memory");
    await symlink("../../target.txt", join(memory, "progress_log.jsonl"));
    await link(join(place.folder.path, "target.txt"), join(memory, "decisions.jsonl"));
    await mkdir(join(memory, "best_practices.md"));

    const codes = [
      await place.codeOf("progress_log.jsonl", "1"),
      await place.codeOf("decisions.jsonl", "1"),
      await place.codeOf("best_practices.md", "1"),
    ];

    expect(codes).toEqual(["memory-refused", "memory-refused", "memory-refused"]);
    expect(await place.folder.read("target.txt")).toBe("untouched");
  });

  it("refuses a memory folder that is a link (SECURITY 38)", async () => {
    await using elsewhere = await openFolder();
    await using place = await setUp();
    await symlink(elsewhere.path, join(place.folder.path, ".claude"));

    expect(await place.codeOf("decisions.jsonl", "1")).toBe("memory-refused");
    expect(await elsewhere.files()).toEqual([]);
  });

  it("refuses to continue a truncated file (SECURITY 38)", async () => {
    await using place = await setUp();
    await place.write("decisions.jsonl", "[1, 2, 3]");
    await truncate(join(place.folder.path, ".claude/memory/decisions.jsonl"), 2);

    expect(await place.codeOf("decisions.jsonl", "4")).toBe("memory-shrunk");
    expect(await place.codeOf("progress_log.jsonl", "4")).toBeUndefined();
  });

  it("writes nothing for a caller that left before its turn", async () => {
    await using place = await setUp();
    const caller = new AbortController();

    const first = place.write("progress_log.jsonl", "1");
    const second = place.write("progress_log.jsonl", "2", caller.signal);
    caller.abort();
    await Promise.all([first, second]);
    await place.write("progress_log.jsonl", "3");

    expect((await place.folder.read(log)).split("\n").filter(Boolean).map(parseJson)).toEqual([
      1, 3,
    ]);
  });

  it("creates files that only their owner can read", async () => {
    await using place = await setUp();

    await place.write("progress_log.jsonl", "1");

    expect((await stat(join(place.folder.path, log))).mode & 0o777).toBe(0o600);
  });
});
