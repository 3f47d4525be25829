import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

async function call(...args: readonly string[]) {
  await using folder = await openFolder({ "notes.txt": "hello there" });
  return await run(["call", ...args], { folder: folder.path });
}

describe("toolcourt call", () => {
  it("prints the result of a call and exits 0", async () => {
    const { code, output } = await call("hello", "--args", '{"name":"Ada"}');

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      structuredContent: { message: "Hello, Ada!" },
      isError: false,
    });
  });

  it("leaves no lock behind if there are no servers to lock", async () => {
    await using folder = await openFolder({});

    await run(["call", "hello"], { folder: folder.path });

    expect(await folder.files()).not.toContain("toolcourt.lock");
  });

  it("fills in the schema's defaults", async () => {
    const { output } = await call("hello");

    expect(output).toContain("Hello, World!");
  });

  it("reads a file of its working folder, and none outside", async () => {
    const inside = await call("read_repo_file", "--args", '{"path":"notes.txt"}');
    const outside = await call("read_repo_file", "--args", '{"path":"../notes.txt"}');

    expect(inside.output).toContain("hello there");
    expect(outside).toMatchObject({ code: 1 });
  });

  it.each([
    ["an unknown tool", ["nothing"], "tool-unknown"],
    ["a name that every object has", ["constructor"], "tool-unknown"],
    ["arguments that do not fit", ["hello", "--args", '{"nam":1}'], "input-invalid"],
    [
      "a tool that somebody has to approve",
      ["write_memory_entry", "--args", '{"file":"decisions.jsonl","entry":"{}"}'],
      "approval-required",
    ],
  ])("refuses %s and exits 1", async (_, args, refusal) => {
    const { code, output } = await call(...args);

    expect(code).toBe(1);
    expect(output).toContain(`"code":"${refusal}"`);
  });

  it("suggests a next command with the given configuration", async () => {
    const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
    const config = JSON.stringify({ toolbox: { local: ["workspace"], tools } });
    await using folder = await openFolder({ "my tools.yaml": config, "toolcourt.yaml": config });
    const args = ["call", "hello", "--args", '{"nam":1}'];

    const given = await run([...args, "-c", "my tools.yaml"], { folder: folder.path });
    const found = await run(args, { folder: folder.path });

    expect(given.output).toContain(`"next":"toolcourt explain hello -c 'my tools.yaml'"`);
    expect(found.output).toBe(given.output.replace(" -c 'my tools.yaml'", ""));
  });

  it.each(["{name}", "", "[]", "7", "null", "@notes.txt"])(
    "fails on arguments that are not a JSON object: %j",
    async (args) => {
      const { code, errors } = await call("hello", "--args", args);

      expect(code).toBe(2);
      expect(errors).toMatch(/^Give --args a JSON object, /);
    },
  );

  it("reads the arguments from a file, or from standard input", async () => {
    await using folder = await openFolder({ "ada.json": '{"name":"Ada"}' });
    const here = { folder: folder.path, input: '{"name":"Grace"}' };

    const fromFile = await run(["call", "hello", "--args", "@ada.json"], here);
    const fromInput = await run(["call", "hello", "--args", "-"], here);

    expect(fromFile.output).toContain("Hello, Ada!");
    expect(fromInput.output).toContain("Hello, Grace!");
  });

  it("suggests the tool that was probably meant", async () => {
    const { code, errors } = await call("helo");

    expect({ code, errors }).toEqual({ code: 1, errors: "Did you mean hello?" });
  });

  it("reports a broken lock as such, not as some broken file", async () => {
    await using folder = await openFolder({ "toolcourt.lock": "servers: x" });

    const { code, errors } = await run(["call", "hello"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(/^toolcourt\.lock:1:1 Expected .* \(lock-invalid; next: /);
  });

  it.each([
    ["./absent.js", /^Cannot read \.\/absent\.js: there is no such file\./],
    ["./broken.js", /^\.\/broken\.js could not be loaded\. To see why, run: node \.\/broken\.js\n/],
  ])("explains the problem with the module %s", async (module, complaint) => {
    await using folder = await openFolder({
      "toolcourt.yaml": `toolbox: { local: [${module}] }`,
      "broken.js": "throw new Error('hunter2');",
    });

    const { code, errors } = await run(["call", "hello"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(complaint);
  });

  it("names the missing arguments file", async () => {
    const { code, errors } = await call("hello", "--args", "@nothing.json");

    expect(code).toBe(2);
    expect(errors).toMatch(/^Cannot read nothing\.json: there is no such file\./);
  });

  it("names every error in a configuration", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbox:\n  lcoal: []\n" });

    const { code, errors } = await run(["call", "hello"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain("toolcourt.yaml:2:3");
  });

  it("says in a dry run what would become of a call, and makes none", async () => {
    await using folder = await openFolder({});
    const here = { folder: folder.path };
    const args = ["--args", '{"file":"decisions.jsonl","entry":"{}"}'];

    const fits = await run(["call", "write_memory_entry", ...args, "--dry-run"], here);
    const other = await run(["call", "hello", "--args", '{"nam":1}', "--dry-run"], here);
    const none = await run(["call", "nothing", "--dry-run"], here);
    const waiting = await run(["approvals", "list"], here);

    expect(fits.code).toBe(0);
    expect(JSON.parse(fits.output)).toMatchObject({
      dry: true,
      verdict: "allowed",
      approval: "caller",
      refusal: null,
    });
    expect(other.code).toBe(1);
    expect(JSON.parse(other.output)).toMatchObject({
      verdict: "refused",
      refusal: { code: "input-invalid", next: "toolcourt explain hello" },
      issues: [{ pointer: "/nam" }],
    });
    expect([none.code, none.output]).toEqual([1, expect.stringContaining("tool-unknown")]);
    expect(waiting.output).toBe("Nothing found.");
    expect(await folder.files()).not.toContain("memory/decisions.jsonl");
  });
});
