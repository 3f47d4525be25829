import { link, mkdir, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { parseJson } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";
import { scene, toolContext } from "@toolcourt/sdk/testing";
import { openFolder } from "@toolcourt/testing/folder";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Memory } from "./memory.ts";
import { createWriteMemoryEntry, lineOf } from "./write-memory-entry.ts";

const log = ".claude/memory/progress_log.jsonl";

const practices = ".claude/memory/best_practices.md";

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const folder = await openFolder(files);
  const memory = new Memory({ root: folder.path, folder: ".claude/memory", clock: systemClock });
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

describe("lineOf", () => {
  it.each([
    { file: "a.md", entry: "one", line: "one\n", why: "as it is with a newline (S1-26)" },
    { file: "a.md", entry: "one\n", line: "one\n", why: "no second newline (S1-37)" },
    { file: "a.md", entry: "one\ntwo", line: "one\ntwo\n", why: "several lines stay" },
    { file: "a.md", entry: "{not json", line: "{not json\n", why: "prose need not be JSON" },
    { file: "a.jsonl", entry: '{"a": 1}', line: '{"a": 1}\n', why: "one line stays as it is" },
    { file: "a.jsonl", entry: '{"a": 1}\n', line: '{"a": 1}\n', why: "no second newline (S1-37)" },
    { file: "a.jsonl", entry: '{\r\n  "a":\n1\n}', line: '{"a":1}\n', why: "on one line (T40)" },
    {
      file: "a.jsonl",
      entry: "[12345678901234567890]",
      line: "[12345678901234567890]\n",
      why: "long numbers stay",
    },
    {
      file: "a.jsonl",
      entry: '"a\u2028b"',
      line: '"a\\u2028b"\n',
      why: "no other line ends either",
    },
    { file: "a.jsonl", entry: "1", line: "1\n", why: "any JSON value (S1-25)" },
  ])("turns an entry into a line: $why, $file %#", ({ file, entry, line }) => {
    expect(lineOf(file, entry)).toBe(line);
  });

  it.each([
    { file: "a.md", entry: "", code: "entry-empty" },
    { file: "a.jsonl", entry: " \n", code: "entry-empty" },
    { file: "a.jsonl", entry: "{'a': 1}", code: "entry-not-json" },
    { file: "a.jsonl", entry: '{"a": 1} {"b": 2}', code: "entry-not-json" },
    { file: "a.jsonl", entry: '{"a": 1}\n{"b": 2}', code: "entry-not-json" },
    { file: "a.md", entry: "\ud800", code: "entry-not-text" },
    { file: "a.md", entry: `${"é".repeat(5_120)}a`, code: "entry-too-large" },
    { file: "a.jsonl", entry: `"${"\u2028".repeat(2_000)}"`, code: "entry-too-large" },
  ])("refuses an entry of $file with $code (S1-25, S1-27, S1-37)", ({ file, entry, code }) => {
    expect(() => lineOf(file, entry)).toThrow(expect.objectContaining({ code }));
  });

  it("accepts 10,240 bytes (T38)", () => {
    expect(lineOf("a.md", "é".repeat(5_120))).toHaveLength(5_121);
  });

  it("puts any JSON on one line and keeps its meaning (T40)", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.constantFrom(undefined, 2, "\t"), (text, indent) => {
        const value = parseJson(text);

        const line = lineOf("a.jsonl", JSON.stringify(value, undefined, indent));

        expect(line.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(2);
        expect(parseJson(line)).toEqual(value);
      }),
    );
  });
});
