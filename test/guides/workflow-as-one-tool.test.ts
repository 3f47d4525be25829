import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import type { Ran } from "../../packages/testing/src/terminal.ts";
import { readGuide, runLine } from "./guide.ts";

const guide = await readGuide("guides/workflow-as-one-tool.md");
const { missing, database } = await usePostgres();
const root = resolve(import.meta.dirname, "../..");

function commandAt(index: number): string {
  return guide.commands[index] ?? "";
}

/** Returns the tool's structured content, without its text duplicate. */
function saidIn({ output }: Ran): string {
  return /"structuredContent":(.*),"isError"/s.exec(output)?.[1] ?? "";
}

/** Returns the called tools in order, from the audit log. */
function calledIn({ output }: Ran): readonly string[] {
  const opened = output.split("\n").filter((line) => line.includes('"kind":"call.opened"'));
  return opened.map((line) => {
    const tool = /"tool":"([\w-]+)"/.exec(line)?.[1] ?? "";
    return line.includes('"parent":') ? `- ${tool}` : tool;
  });
}

/** Follows the page from top to bottom and makes the last call twice. */
async function walk(folder: Folder) {
  await folder.write("toolcourt.yaml", guide.config.replace("./examples/", `${root}/examples/`));
  const go = (line: string): Promise<Ran> => runLine(line, folder.path);
  const explained = await go(commandAt(0));
  const waiting = await go(commandAt(1));
  const id = /\(approval ([0-9a-f]{32})\)/.exec(waiting.output)?.[1] ?? "";
  const shown = await go(commandAt(2).replace("5f0c", id));
  const digest = /^Digest: +([0-9a-f]{12})$/m.exec(shown.output)?.[1] ?? "";
  await go(commandAt(3).replace("5f0c", id).replace("8d2a91c07be4", digest));
  const done = await go(commandAt(4));
  const again = await go(commandAt(4));
  return { explained, waiting, shown, done, again, log: await go(commandAt(5)) };
}

it("shows the steps of the example unchanged", async () => {
  const page = await readFile(resolve(root, "docs/guides/workflow-as-one-tool.md"), "utf8");
  const example = await readFile(resolve(root, "examples/restock/restock.ts"), "utf8");
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const lines = new Set(example.split("\n").map((line) => line.trim()));

  expect(blocks).toHaveLength(2);
  expect(
    blocks
      .join("")
      .split("\n")
      .filter((line) => !lines.has(line.trim())),
  ).toEqual([]);
});

// Every command opens its own gateway, which takes time on a busy machine.
describe.skipIf(missing !== undefined)(
  `the guide to publish a workflow (${missing ?? "there"})`,
  { timeout: 60_000 },
  () => {
    it("stops for an approval, resumes, and leaves every step in the log", async () => {
      env["RUNS_URL"] = await database();
      await using folder = await openFolder();

      const { explained, waiting, shown, done, again, log } = await walk(folder);

      expect(explained.output).toContain("step        place-order may be called");
      expect(waiting.code).toBe(1);
      expect(saidIn(waiting)).toContain('"code":"workflow-waits"');
      expect(shown.output).toContain('"count": 7');
      expect(done.code).toBe(0);
      expect(saidIn(done)).toContain('"data":{"ordered":7,"order":"pen-7"}');
      expect(saidIn(again)).toContain('"data":{"ordered":7,"order":"pen-7"}');
      expect(calledIn(log)).toEqual([
        "restock-item",
        "- get-stock",
        "- place-order",
        "restock-item",
        "- place-order",
        "restock-item",
      ]);
    });
  },
);
