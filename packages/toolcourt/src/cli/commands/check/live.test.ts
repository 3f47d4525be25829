import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { env, execPath, pid } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// Spawns real processes, which are slow while other tests load the machine.
const slow = { timeout: 20_000 };
const environment = { PATH: env["PATH"] ?? "", SECRET: "hunter2" };
const root = resolve(import.meta.dirname, "../../../../../..");
const odd = resolve(import.meta.dirname, "../../../../../testing/src/programs/odd-server.ts");
const official = (name: string): string =>
  resolve(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

async function check(...args: readonly string[]) {
  await using folder = await openFolder({});
  return await run(["check", ...args], { folder: folder.path, environment });
}

describe("toolcourt check of a command", slow, () => {
  it.each([
    ["everything", [official("everything"), "stdio"], "echo"],
    ["memory", [official("memory")], "create_entities"],
  ])("checks the tools of the official %s server", async (name, args, tool) => {
    const ours = ["--json", "--profile", "registry", "--server", name];
    const { code, output, errors } = await check(...ours, "--", execPath, ...args);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain(`{"server":"${name}","name":"${tool}","callable":true`);
  });

  it("reports unreadable tools too, and names the server after its program", async () => {
    const { code, output } = await check("--json", "--", execPath, odd);

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      tools: [
        { server: "node", name: "echo" },
        { name: "broken" },
        { callable: false, digest: null },
      ],
    });
  });

  it.each(["text", "json", "sarif", "junit", "github"])(
    "writes its report as %s",
    async (format) => {
      const { code, output } = await check("--format", format, "--", execPath, odd);

      expect(code).toBe(1);
      expect(output).toContain("meta/described");
    },
  );

  it("passes every argument to the command unchanged, even those that look like our flags", async () => {
    await using folder = await openFolder({});
    const script = `printf '%s\\n' "$@" > seen; env > variables`;

    const { code } = await run(
      ["check", "--", "sh", "-c", script, "sh", "--json", "--", "-h", "--fix", "", "a b"],
      { folder: folder.path, environment },
    );

    expect(code).toBe(2);
    expect(await folder.read("seen")).toBe("--json\n--\n-h\n--fix\n\na b\n");
    expect(await folder.read("variables")).not.toContain("hunter2");
  });

  it("reports a missing program", async () => {
    const { code, errors } = await check("--", "no-such-program-here", "--token", "hunter2");

    expect(code).toBe(2);
    expect(errors).toMatch(/^There is no program no-such-program-here that could be started\./);
    expect(errors).not.toContain("hunter2");
  });

  it("reports that the command exited, without showing its stderr", async () => {
    const { code, output, errors } = await check("--", "sh", "-c", "echo hunter2 >&2; exit 3");

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^sh: it ended before it had listed its tools; run it by itself/);
    expect(errors).not.toContain("hunter2");
  });

  it("stops reading a command that sends no protocol messages", async () => {
    const { code, errors } = await check("--", "yes");

    expect(code).toBe(2);
    expect(errors).toMatch(/^yes: it sends something that is not an MCP message/);
  });

  it("leaves no process behind, even if one ignores SIGTERM", async () => {
    const mark = `toolcourt-test-${pid}`;
    const script = `trap '' TERM; (exec sleep 60) & exec "${execPath}" "${odd}"`;

    const { code } = await check("--", "sh", "-c", script, mark);

    expect(code).toBe(1);
    expect(processesWith(mark)).toEqual([]);
  });

  it.each([
    [["--"], /^Name a command behind --\./],
    [["--", ""], /^Name a command behind --\./],
    [["--server", "--", "yes"], /^Option '--server <name>' argument missing\./],
    [["--fix", "--", "yes"], /^Give --server the name that the configuration has for it/],
  ])("refuses %j", async (args, complaint) => {
    const { code, errors } = await check(...args);

    expect(code).toBe(2);
    expect(errors).toMatch(complaint);
  });
});

/** Lists the processes with this text on their command line. */
function processesWith(mark: string): readonly string[] {
  return readdirSync("/proc").filter(
    (entry) => /^\d+$/.test(entry) && lineOf(entry).includes(mark),
  );
}

function lineOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
