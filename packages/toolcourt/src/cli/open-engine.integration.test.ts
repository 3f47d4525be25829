import { execFile } from "node:child_process";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";

const bin = fileURLToPath(new URL("../../bin/toolcourt.js", import.meta.url));

/** Runs the command in a process that may not start threads. */
function runWithoutThreads(folder: string, ...args: readonly string[]): Promise<string> {
  const limits = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*"];
  return new Promise((resolve) => {
    const child = execFile(execPath, [...limits, bin, ...args], { cwd: folder }, (_, out, err) => {
      resolve(`${child.exitCode}\n${out}${err}`);
    });
  });
}

function toolsWith(type: string): string {
  // A recursive schema is compiled in a thread.
  const properties = { child: { $ref: "#" }, leaf: { type } };
  return JSON.stringify([{ name: "a", inputSchema: { type: "object", properties } }]);
}

it("toolcourt diff fails if no thread can start, and calls nothing compatible", async () => {
  await using folder = await openFolder({
    "old.json": toolsWith("string"),
    "new.json": toolsWith("integer"),
  });

  const ran = await runWithoutThreads(folder.path, "diff", "old.json", "new.json");

  expect(ran).toMatch(/^2\nA schema could not be checked: no thread could start for it\. /);
}, 20_000); // A separate process.
