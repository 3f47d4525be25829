import { readFileSync } from "node:fs";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { machine } from "@toolcourt/testing/serving";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { defineCommand } from "./command.ts";
import { commands } from "./commands.ts";
import { runToolcourt } from "./run.ts";

const broken = defineCommand({
  flags: {},
  notes: [],
  run: async () => {
    throw new TypeError("a\u001b[31m detail");
  },
});

describe("toolcourt", () => {
  it("prints the version of its package", async () => {
    const manifest: unknown = JSON.parse(
      readFileSync(new URL("../../../gateway/package.json", import.meta.url), "utf8"),
    );

    expect(await run(["--version"])).toMatchObject({ code: 0, output: version, errors: "" });
    expect(manifest).toMatchObject({ version });
  });

  it.each([[["--help"]], [["help"]]])("lists its commands for %j", async (args) => {
    const { code, output } = await run(args);

    expect(code).toBe(0);
    for (const name of ["check", "rules", "explain-error"]) expect(output).toContain(`  ${name} `);
  });

  it.each([["--version"], ["--help"], ["help"]])("loads no command for %s", async (arg) => {
    const known = commands.map((entry) => ({
      ...entry,
      load: () => Promise.reject(new Error("loaded")),
    }));
    const context = machine("/nowhere", () => undefined, new AbortController().signal);

    expect(await runToolcourt([arg], context, known)).toBe(0);
  });

  it("prints its help and fails without arguments", async () => {
    const { code, output } = await run([]);

    expect(code).toBe(2);
    expect(output).toContain("Usage: toolcourt");
  });

  it.each([[["help", "check"]], [["check", "--help"]]])(
    "prints the help of a command: %j",
    async (args) => {
      const { code, output, errors } = await run(args);

      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toContain("--max-warnings <number>");
      expect(output).toContain("Exit 0:");
    },
  );

  it.each([
    [
      ["chek"],
      /^Unknown command 'chek'\. Did you mean check\? \(usage-invalid; next: toolcourt --help\)$/,
    ],
    [["chek", "--help"], /^Unknown command 'chek'\. Did you mean check\?/],
    [["help", "chek"], /^Unknown command 'chek'\. Did you mean check\?/],
    [
      ["check", "x", "--jsn"],
      /^Unknown option '--jsn'\. Did you mean --json\? .*toolcourt check --help\)$/,
    ],
    [["check"], /^Name a file, the address of a server, or a command behind --\./],
    [["check", "x", "--format"], /^Option '--format <format>' argument missing\./],
    [
      ["check", "x", "--format", "xml"],
      /^Option '--format <format>' argument 'xml' is invalid\. Allowed/,
    ],
    [["check", "x", "--format", "x".repeat(5_000)], /argument 'x{64}…' is invalid\./],
    [["x".repeat(5_000)], /^Unknown command 'x{64}…'\./],
    [["rules", "a", "b"], /^Too many arguments for 'rules'/],
    [["--\u001b[2J"], /^Unknown option '--\\u\{1b\}\[2J'/],
  ])("refuses %j in one line, with exit code 2", async (args, complaint) => {
    const { code, output, errors } = await run(args);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(complaint);
    expect(errors).not.toContain("\n");
  });

  it("reports a bug in one line", async () => {
    const { code, errors } = await run(["rules"], { command: broken });

    expect(code).toBe(2);
    expect(errors).toMatch(/^toolcourt failed: this is a bug in toolcourt\. .*$/);
    expect(errors).not.toContain("    at ");
  });

  it("prints the stack of a bug on request", async () => {
    const { errors } = await run(["rules"], { command: broken, debug: true });

    expect(errors).toContain("    at ");
  });
});
