import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const log = ".claude/memory/progress_log.jsonl";

const program = (root: string): string => `
import { Memory } from ${JSON.stringify(new URL("./memory.ts", import.meta.url).href)};
import { systemClock } from ${JSON.stringify(new URL("../../../../../contracts/src/kernel/clock.ts", import.meta.url).href)};
const [, , writer, count] = process.argv;
const memory = new Memory({ root: ${JSON.stringify(root)}, folder: ".claude/memory", clock: systemClock });
const { signal } = new AbortController();
for (let n = 0; n < Number(count); n += 1) {
  const entry = JSON.stringify({ writer, n, text: writer.repeat(n % 7 === 0 ? 9000 : n) });
  await memory.append("progress_log.jsonl", entry + "\\n", signal);
  console.log(String(n));
}
`;

interface Writer {
  readonly writer: string;
  readonly count: number;
  /** Maximum file size in blocks. Default: unlimited. */
  readonly blocks?: string;
}

/**
 * Starts a process that writes entries and acknowledges each, optionally with a file size limit.
 */
async function startWriter(folder: Folder, { writer, count, blocks = "unlimited" }: Writer) {
  const file = join(folder.path, `writer-${writer}.mjs`);
  await writeFile(file, program(folder.path));
  const args = [execPath, "--conditions=@toolcourt/source", file, writer, String(count)];
  const child = spawn("sh", ["-c", `ulimit -f ${blocks} && exec "$@"`, "sh", ...args], {
    stdio: ["ignore", "pipe", blocks === "unlimited" ? "inherit" : "ignore"],
  });
  return { child, ended: once(child, "close"), acknowledged: createInterface(child.stdout) };
}

const written = z.object({ writer: z.string(), n: z.int(), text: z.string() });

/** Returns every entry by writer and number; `broken` for an invalid line. */
async function entriesIn(folder: Folder): Promise<readonly string[]> {
  const lines = (await folder.read(log)).split("\n").slice(0, -1);
  return lines.map((line) => {
    const { writer, n, text } = readEntry(line);
    return text === writer.repeat(n % 7 === 0 ? 9000 : n) ? `${writer}${n}` : "broken";
  });
}

// A killed process may leave part of an unacknowledged entry.
function readEntry(line: string): z.output<typeof written> {
  try {
    return written.parse(parseJson(line));
  } catch {
    return { writer: "", n: 0, text: "broken" };
  }
}

describe("writers in several processes", () => {
  it("neither lose nor mix entries (SECURITY 36)", async () => {
    await using folder = await openFolder();
    const names = ["a", "b", "c", "d"];

    const writers = await Promise.all(
      names.map((name) => startWriter(folder, { writer: name, count: 50 })),
    );
    await Promise.all(writers.map(({ ended }) => ended));

    const expected = names.flatMap((name) => Array.from({ length: 50 }, (_, n) => `${name}${n}`));
    expect((await entriesIn(folder)).toSorted()).toEqual(expected.toSorted());
  });

  it("lose no acknowledged entry when one is killed (SECURITY 36)", async () => {
    await using folder = await openFolder();
    const { child, ended, acknowledged } = await startWriter(folder, {
      writer: "a",
      count: 100_000,
    });
    const told: string[] = [];
    for await (const n of acknowledged) {
      told.push(`a${n}`);
      if (told.length === 20) child.kill("SIGKILL");
    }
    await ended;
    const before = await folder.read(log);

    const after = await startWriter(folder, { writer: "b", count: 1 });
    await after.ended;

    expect(await entriesIn(folder)).toEqual(expect.arrayContaining([...told, "b0"]));
    expect((await folder.read(log)).startsWith(before)).toBe(true);
  });

  it("lose no acknowledged entry when the disk is full (SECURITY 36)", async () => {
    await using folder = await openFolder();
    const full = await startWriter(folder, { writer: "a", count: 100, blocks: "40" });
    const told: string[] = [];
    for await (const n of full.acknowledged) told.push(`a${n}`);
    await full.ended;
    const torn = await folder.read(log);

    const after = await startWriter(folder, { writer: "b", count: 1 });
    await after.ended;

    expect(full.child.exitCode).not.toBe(0);
    expect(torn.endsWith("\n")).toBe(false);
    expect(await entriesIn(folder)).toEqual([...told, "broken", "b0"]);
  });
});
