import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";
import { readGuide, runLine } from "./guide.ts";
import { compiler, fromSource, linkPackages, runNode } from "./linked-project.ts";

// Starts compilers, test runners and servers in sequence, which takes time on a busy machine.
const patience = 120_000;

const guide = await readGuide("guides/first-tool.md");
const page = await readFile(
  resolve(import.meta.dirname, "../../docs/guides/first-tool.md"),
  "utf8",
);
const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

/** Command output shown on the page. */
const shown = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  .filter(([, language]) => language === "")
  .map(([, , text = ""]) => text.trim());

function go(line: string, folder: string): Promise<Ran> {
  return runLine(line.replace("-- node", `-- ${execPath} ${fromSource}`), folder);
}

/** Returns the gateway's first line, which has its address, then stops it. */
async function servedIn(folder: string): Promise<string> {
  const gateway = spawn(execPath, [bin, "serve", "--port", "0"], { cwd: folder });
  const ended = new Promise<void>((done) => gateway.once("close", () => done()));
  const address = await new Promise<string>((found) => {
    gateway.stdout.once("data", (chunk: Buffer) => found(chunk.toString()));
    gateway.once("close", () => found(""));
  });
  gateway.kill("SIGTERM");
  await ended;
  return address;
}

describe("the guide to a first tool", { timeout: patience }, () => {
  it("has the commands run here, in this order", () => {
    expect(guide.commands.map((command) => command.split(" ")[0])).toEqual([
      "new",
      "check",
      "test",
      "lock",
      "lock",
      "call",
      "call",
      "serve",
      "new",
    ]);
  });

  it("leads from an empty folder to a tool that is tested, locked, served and called", async () => {
    await using empty = await openFolder();
    const folder = join(empty.path, "weather");
    const [make, ...commands] = guide.commands;

    await go(make ?? "", empty.path);
    await linkPackages(folder);
    const ran: Ran[] = [];
    for (const line of commands.filter((each) => each !== "serve")) {
      ran.push(await go(line, folder));
    }

    const printed = ran.map(({ output }) => output);
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 1, 0]);
    expect(printed[0]).toContain(shown[0]);
    expect(printed[1]).toContain(shown[1]);
    expect(printed[4]).toContain(shown[2]);
    expect(printed[5]).toContain(shown[3]);
    expect(await servedIn(folder)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
  });
});

describe("a new project", { timeout: patience }, () => {
  it("compiles, passes its tests and gets no remark, for every kind of tool", async () => {
    await using empty = await openFolder();
    const folder = join(empty.path, "desk");
    await run(["new", "server", "desk"], { folder: empty.path });
    await run(["new", "tool", "create-todo-list"], { folder });
    await run(["new", "tool", "delete-card-v2"], { folder });
    await linkPackages(folder);

    const [compiled, tested, checked] = await Promise.all([
      runNode(folder, compiler, "--customConditions", "@toolcourt/source"),
      runNode(
        folder,
        fromSource,
        "--test",
        "--test-isolation=none",
        "--test-reporter=tap",
        "tools/*.test.ts",
      ),
      go("check --profile agent-hints --max-warnings 0 -- node server.ts", folder),
    ]);

    expect(compiled).toEqual({ code: 0, printed: "" });
    expect(tested.printed).toMatch(/^# pass 21$/m);
    expect(tested.code).toBe(0);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.output).toContain("3 tools: 3 callable");
  });
});
