import { resolve } from "node:path";
import { env, execPath } from "node:process";
import {
  emptyLock,
  formatLock,
  lockedTool,
  withLocked,
} from "@toolcourt/contracts/internal/lock/lock";
import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

const program = resolve(
  import.meta.dirname,
  "../../../../../testing/src/programs/listed-server.ts",
);

interface Versions {
  readonly old: readonly JsonObject[];
  readonly now: readonly JsonObject[];
}

async function diff({ old, now }: Versions, ...args: readonly string[]) {
  await using folder = await openFolder({
    "old.json": JSON.stringify({ tools: old }),
    "new.json": JSON.stringify({ tools: now }),
  });
  return await run(["diff", "old.json", "new.json", ...args], { folder: folder.path });
}

function input(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { inputSchema: { type: "object", properties, required, additionalProperties: false } };
}

const days = { days: { type: "integer", minimum: 1 } };

describe("toolcourt diff", () => {
  it("exits 0 without differences", async () => {
    const { code, output } = await diff({ old: [tool()], now: [tool()] });

    expect({ code, output }).toEqual({ code: 0, output: "1 tool: 1 unchanged." });
  });

  it("shows an input that was accepted before and is now refused", async () => {
    const { code, output } = await diff({
      old: [tool(input(days))],
      now: [tool(input(days, ["days"]))],
    });

    expect(code).toBe(1);
    expect(output).toContain("breaking: Now must be given: `days`.");
    expect(output).toContain("at /inputSchema/required");
    expect(output).toContain("Was accepted, is refused now:\n      {}");
    expect(output).toContain("diff/required-needs-major");
  });

  it("shows an output that was impossible before", async () => {
    const old = { outputSchema: { type: "object", properties: days, required: ["days"] } };
    const now = { outputSchema: { type: "object", properties: days } };

    const { code, output } = await diff({ old: [tool(old)], now: [tool(now)] });

    expect(code).toBe(1);
    expect(output).toContain("Could not come before, can now:\n      {}");
  });

  it("exits 0 for new tools and compatible additions", async () => {
    const more = input({ ...days, more: { type: "boolean" } });

    const { code, output } = await diff({
      old: [tool(input(days))],
      now: [tool(more), tool({ name: "other-tool" })],
    });

    expect(code).toBe(0);
    expect(output).toContain("1 added, 1 compatible.");
  });

  it("exits 1 if a tool may do more than before", async () => {
    const terms = { effect: "read", permissions: ["a:read"] };
    const wider = { effect: "destroy", permissions: ["a:read"] };

    const { code, output } = await diff({
      old: [tool({ _meta: { "dev.toolcourt/contract": terms } })],
      now: [tool({ _meta: { "dev.toolcourt/contract": wider } })],
    });

    expect(code).toBe(1);
    expect(output).toContain("Its effect is destroy now and was read.");
  });

  it("guesses renames", async () => {
    const { output } = await diff({ old: [tool()], now: [tool({ name: "read-forecast" })] });

    expect(output).toContain("`get-forecast` may be called `read-forecast` now.");
  });

  it("writes no line wider than the terminal, except for values", async () => {
    const { output } = await diff({
      old: [tool(input(days)), tool({ name: "b" })],
      now: [tool(input(days, ["days"]))],
    });

    expect(output.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("accepts a command as the new version", async () => {
    await using folder = await openFolder({
      "old.json": JSON.stringify([tool()]),
      "new.json": JSON.stringify([tool(), tool({ name: "get-wind" })]),
    });
    const environment = { PATH: env["PATH"] ?? "" };
    const server = [execPath, "--conditions=@toolcourt/source", program, "new.json"];

    const ran = await run(["diff", "old.json", "--", ...server], {
      folder: folder.path,
      environment,
    });

    expect(ran.code).toBe(0);
    expect(ran.output).toContain("get-wind  added");
    expect(ran.output).toContain("2 tools: 1 added, 1 unchanged.");
  });

  it("accepts two commands, and labels them old and new if their labels are equal", async () => {
    await using folder = await openFolder({
      "old.json": JSON.stringify([tool(input(days))]),
      "new.json": JSON.stringify([tool(input(days, ["days"]))]),
    });
    const commands = ["--", execPath, program, "old.json", "--", execPath, program, "new.json"];
    const { code, output } = await run(["diff", "--format", "json", ...commands], {
      folder: folder.path,
      environment: { PATH: env["PATH"] ?? "" },
    });

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      before: `${execPath} (old)`,
      after: `${execPath} (new)`,
      tools: [{ name: "get-forecast", fate: "breaking" }],
    });
  });

  it("writes the report to a file", async () => {
    await using folder = await openFolder({ "a.json": JSON.stringify([tool()]) });
    const args = ["diff", "a.json", "a.json", "--format", "markdown", "--output", "out/report.md"];

    const { code, output } = await run(args, { folder: folder.path });

    expect({ code, output }).toEqual({ code: 0, output: "" });
    expect(await folder.read("out/report.md")).toContain("**Nothing breaks.**");
  });
});

function lockText(...servers: readonly string[]): string {
  const lock = servers.reduce((made, server) => {
    const locked = lockedTool(contractOf({ server, tool: tool() }), { by: "first-use", at: 0 });
    return withLocked(made, server, new Map([["get-forecast", locked]]));
  }, emptyLock);
  return formatLock(lock);
}

describe("upstream text in a diff report", () => {
  const evil = "a\u001b[31mb\n::error::c\u202e%";
  const old = [tool({ name: evil, ...input({ [evil]: { type: "string", enum: [evil] } }) })];
  const now = [tool({ name: evil, ...input({ [evil]: { type: "string", enum: [] } }, [evil]) })];

  it.each(["text", "json", "markdown", "github"])(
    "cannot move the cursor or start a line: %s",
    async (format) => {
      const { output } = await diff({ old, now }, "--format", format);

      expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(output).not.toMatch(/^::error::c/m);
      expect(output).toContain("a\\u");
    },
  );
});

describe("a tool name that looks like a CI runner command", () => {
  const names = ["::add-mask::a", "##[add-path]/tmp", "##vso[task.complete]"];
  const tools = names.map((name) => tool({ name }));

  it.each(["text", "json", "markdown", "github"])("is defused in a report: %s", async (format) => {
    const { output } = await diff({ old: [], now: tools }, "--format", format);

    expect(output).not.toMatch(/^\s*::(?!(?:error|warning|notice) file=)/m);
    expect(output).not.toMatch(/##\w*\[/);
    expect(output).toContain("add-mask");
  });
});

describe("toolcourt diff with a lock", () => {
  const list = JSON.stringify([tool(input(days))]);

  it("matches tools by server and name if both sides are locks", async () => {
    await using folder = await openFolder({
      "old.lock": lockText("a", "b"),
      "kept.json": lockText("b"),
    });

    const { code, output } = await run(["diff", "old.lock", "kept.json"], { folder: folder.path });

    expect(code).toBe(1);
    expect(output).toContain("a/get-forecast  removed");
    expect(output).toContain("1 unchanged");
  });

  it("matches a list by tool name, under the server name from the lock", async () => {
    await using folder = await openFolder({ "toolcourt.lock": lockText("crm"), "new.json": list });

    const { output } = await run(["diff", "toolcourt.lock", "new.json"], { folder: folder.path });

    expect(output).toContain("crm/get-forecast  breaking");
  });

  it("asks for --server if the lock has several servers", async () => {
    await using folder = await openFolder({
      "toolcourt.lock": lockText("a", "b"),
      "new.json": list,
    });
    const args = ["diff", "toolcourt.lock", "new.json"];

    const unnamed = await run(args, { folder: folder.path });
    const named = await run([...args, "--server", "b"], { folder: folder.path });

    expect(unnamed.code).toBe(2);
    expect(unnamed.errors).toContain("Name one with --server: a, b.");
    expect(named.output).toContain("b/get-forecast  breaking");
  });
});

describe("toolcourt diff of invalid input", () => {
  it.each<[string, readonly string[], RegExp]>([
    ["with nothing", [], /^Name the old version and the new one/],
    ["with one version", ["a.json"], /^Name the new version too, or a command behind --/],
    ["with one command", ["--", "node"], /^Name the new version too, behind another --/],
    ["with three versions", ["a.json", "a.json", "a.json"], /^(Name two versions|Too many)/],
    ["with a command too many", ["a.json", "a.json", "--", "node"], /^Name two versions/],
    ["with no command", ["a.json", "--"], /^Name a command behind --/],
    ["with standard input twice", ["-", "-"], /^Only one of the two/],
    [
      "with a program that is not there",
      ["a.json", "--", "no-such-program"],
      /^There is no program no-such-program .*toolcourt diff --help/,
    ],
    ["with a file that is not there", ["a.json", "b.json"], /file-unreadable/],
    ["with a file that is no JSON", ["a.json", "c.json"], /c\.json:1:1/],
    [
      "with no server of that name",
      ["a.lock", "a.json", "--server", "x"],
      /no tools of a server x/,
    ],
    ["with an empty flag", ["a.json", "a.json", "--server", ""], /^Give --server a value/],
  ])("reports the problem: %s", async (_, args, problem) => {
    await using folder = await openFolder({
      "a.json": JSON.stringify([tool()]),
      "a.lock": lockText("crm"),
      "c.json": "nothing",
    });

    const { code, errors, output } = await run(["diff", ...args], { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(problem);
  });

  it("skips unreadable tools and reports them", async () => {
    const { errors } = await diff({ old: [tool()], now: [tool(), { name: "" }, tool()] });

    expect(errors).toContain("cannot be read, which is left out");
    expect(errors).toContain("more than one tool called get-forecast");
  });
});
