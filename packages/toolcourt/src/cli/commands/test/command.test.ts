import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env, execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// Spawns real processes, which are slow while other tests load the machine.
const busy = { timeout: 30_000 };

const zoo = resolve(import.meta.dirname, "../../../../../../test/zoo/run.ts");

function toolcourt(args: readonly string[], folder = import.meta.dirname): Promise<Ran> {
  return run(args, { folder, environment: { PATH: env["PATH"] ?? "" } });
}

function testZoo(exhibit: string, ...flags: readonly string[]): Promise<Ran> {
  const program = ["--", execPath, "--conditions=@toolcourt/source", zoo, exhibit];
  return toolcourt(["test", "--seed", "5", "--calls", "20", ...flags, ...program]);
}

/** Splits a command line into words as a shell does. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|\\(')/g, "$1$2"),
  );
}

describe("toolcourt test", busy, () => {
  it("prints the smallest failing input and a command to reproduce it", async () => {
    const { code, output } = await testZoo("crash-on-empty-string");
    const [, line = ""] = /^ +again +(.+)$/m.exec(output) ?? [];
    const again = await toolcourt(wordsOf(line).slice(1));

    expect(code).toBe(1);
    expect(output).toContain('{"text":""}');
    expect(line).toMatch(/^toolcourt test --seed 5 .*--input '\{"text":""\}' -- /);
    expect(again.code).toBe(1);
    expect(again.output).toContain("test/crash");
    expect(again.output).toContain('{"text":""}');
  });

  it("calls nothing in a dry run", async () => {
    const { code, output } = await testZoo("crash-on-empty-string", "--dry-run");

    expect(code).toBe(0);
    expect(output).toMatch(/1 would be called, 0 not\. Nothing was called\.$/);
  });

  it("writes the planned calls to a file too", async () => {
    await using folder = await openFolder({});
    const program = ["--", execPath, "--conditions=@toolcourt/source", zoo, "units"];
    const flags = ["--dry-run", "--json", "--output", "plans/plan.json"];
    const { code, output } = await toolcourt(["test", ...flags, ...program], folder.path);
    const plan: unknown = JSON.parse(await folder.read("plans/plan.json"));

    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(plan).toMatchObject({ tools: [{ name: "convert-length" }] });
  });

  it("writes a report to a file", async () => {
    await using folder = await openFolder({});
    const program = ["--", execPath, "--conditions=@toolcourt/source", zoo, "units"];
    const flags = ["--seed", "5", "--calls", "10", "--format", "json", "--output", "report.json"];
    const { code, output } = await toolcourt(["test", ...flags, ...program], folder.path);
    const report: unknown = JSON.parse(await readFile(join(folder.path, "report.json"), "utf8"));

    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(report).toMatchObject({ seed: 5, summary: { errors: 0 } });
  });

  it.each([
    [["test"], /^Name the address of one server, or a command behind --\./],
    [["test", "http://127.0.0.1:1", "--", "node"], /^Name the address of one server/],
    [["test", "--"], /^Name a command behind --\./],
    [["test", "--seed", "x", "--", "node"], /^Give --seed a whole number/],
    [["test", "--calls", "0", "--", "node"], /^Give --calls a whole number from 1/],
    [["test", "--input", "{}", "--", "node"], /^Name the one tool that --input is for/],
    [["test", "--only", "a", "--input", "[]", "--", "node"], /^Give --input the arguments/],
    [["test", "--dry-run", "--format", "html", "--", "node"], /^A dry run has no report/],
    [["test", "--", "no-such-program-anywhere"], /^There is no program no-such-program-anywhere/],
  ])("exits 2 on %j with advice", async (args, problem) => {
    const { code, errors } = await toolcourt(args);

    expect(code).toBe(2);
    expect(errors).toMatch(problem);
    expect(errors).toContain("toolcourt test --help");
  });

  it("exits 2 if the server is unreachable, without showing the password in the URL", async () => {
    const { code, errors } = await toolcourt([
      "test",
      "http://ada:hunter2@127.0.0.1:1/mcp?k=hunter2",
    ]);

    expect(code).toBe(2);
    expect(errors).toMatch(/^http:\/\/127\.0\.0\.1:1\/mcp: /);
    expect(errors).not.toContain("hunter2");
  });
});
