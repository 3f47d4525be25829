import { readdir, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { env, execPath } from "node:process";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { recordingLine } from "../../../authoring/adopting/record-calls.ts";

const { missing, searchPath } = await useSandboxes();
// These start a real process, on machines busy with other tests.
const slow = { timeout: 20_000 };
const program = resolve(import.meta.dirname, "../../../../../testing/src/programs/bare-server.ts");

const config = JSON.stringify({
  toolbox: {
    mcps: [
      {
        name: "crm",
        transport: "stdio",
        command: execPath,
        args: [program],
        mode: "dynamic",
        default_tool_config: {},
        profile: ["core"],
      },
    ],
  },
});

function inside(sandbox: object): string {
  return config.replace('"mode"', `"sandbox":${JSON.stringify(sandbox)},"mode"`);
}

function adopt(folder: Folder, ...args: readonly string[]) {
  const environment = { PATH: env["PATH"] ?? "" };
  return run(["adopt", ...args], { folder: folder.path, environment });
}

const file = "contracts/crm/get_user.yaml";

describe("toolcourt adopt", slow, () => {
  it("calls read-only tools, writes overlays, and has nothing to do the second time", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const first = await adopt(folder, "crm", "--live", "--calls", "3");
    const written = await folder.read(file);
    const second = await adopt(folder, "crm", "--live", "--calls", "3");

    expect(first.code).toBe(0);
    expect(first.errors).toBe("Calls: get_user (3).");
    expect(first.output).toContain("2 tools: 0 callable before, 2 now. Wrote 2 overlays");
    expect(first.output).toMatch(/note_visit \(may change something/);
    expect(written).toMatch(/inferred:\n {2}samples: 3\n(?:#.*\n)+result: json-text/);
    expect(second.output).toContain("2 callable before, 2 now. Wrote 0 overlays");
    expect(await folder.read(file)).toBe(written);
  });

  it.skipIf(missing !== undefined)("starts a server in its sandbox", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": inside({ read: ["."] }) });
    const options = { folder: folder.path, environment: { PATH: searchPath } };

    const exposed = await run(["adopt", "crm"], options);
    await folder.write("toolcourt.yaml", inside({ read: [dirname(program)] }));
    const adopted = await run(["adopt", "crm"], options);

    expect(exposed.errors).toContain("would show the configuration");
    expect(exposed.code).toBe(2);
    expect(adopted.output).toContain("Wrote 2 overlays");
  });

  it("suggests next commands with the given configuration", async () => {
    await using folder = await openFolder({ "my.yaml": config });

    const { output } = await adopt(folder, "crm", "-c", "my.yaml");

    expect(output.split("\n").filter((line) => line.startsWith("  toolcourt "))).toEqual([
      "  toolcourt serve --record calls.jsonl -c my.yaml",
      "  toolcourt adopt crm --from calls.jsonl --force -c my.yaml",
      "  toolcourt explain get_user -c my.yaml",
      "  toolcourt lock -c my.yaml",
    ]);
  });

  it("prints the same as JSON, with the texts of a dry run", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const dry = await adopt(folder, "crm", "--dry-run", "--json");
    const there = await folder.files();
    const { code, output } = await adopt(folder, "crm", "--json");

    expect(JSON.parse(dry.output)).toMatchObject({
      server: "crm",
      dryRun: true,
      tools: [{ tool: "get_user", state: "written", file }, {}],
      summary: { tools: 2, callableBefore: 0, callable: 2, written: 0 },
    });
    expect(dry.output).toContain('"text":"# ');
    expect(there).toEqual(["toolcourt.yaml"]);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({
      server: "crm",
      dryRun: false,
      tools: [
        {
          tool: "get_user",
          lacked: ["output", "effect", "permissions", "examples"],
          widened: [],
          samples: 0,
          output: "blocks",
          state: "written",
          file,
          callable: true,
          withApproval: false,
          wasCallable: false,
          changes: false,
        },
        expect.objectContaining({ tool: "note_visit" }),
      ],
      summary: { tools: 2, callableBefore: 0, callable: 2, withApproval: 0, written: 2 },
    });
  });

  it("learns from recordings of this server, and again only with --force", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    const call = {
      tool: "get_user",
      arguments: { id: "a" },
      result: { structuredContent: { age: 3 }, content: [] },
    };
    const lines = ["crm", "erp"].map((server) => recordingLine({ ...call, server }));
    await folder.write("calls.jsonl", `${lines.join("\n")}\n`);
    await adopt(folder, "crm");
    const before = await folder.read(file);

    const asked = await adopt(folder, "crm", "--from", "calls.jsonl", "--only", "get_user");
    const forced = await adopt(folder, "crm", "--from", "calls.jsonl", "--force");

    expect(before).toContain("result: blocks");
    expect(asked.errors).toBe("calls.jsonl: 1 of 2 calls are of crm.");
    expect(forced.code).toBe(0);
    expect(await folder.read(file)).toMatch(/samples: 1\n[^]*age:\n\s+type: integer/);
    expect(await folder.read(file)).not.toContain("result:");
  });

  it("is suggested by explain if only the output is missing, and explain shows the result", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    const environment = { PATH: env["PATH"] ?? "" };
    const explain = () => run(["explain", "get_user"], { folder: folder.path, environment });

    const before = await explain();
    await adopt(folder, "crm");
    const after = await explain();

    expect(before.output).toMatch(/next +toolcourt adopt crm, which writes the missing parts/);
    expect(after.output).toMatch(/output +made by the gateway of the kinds of its content/);
  });

  it("is suggested by explain for a pattern that cannot be checked, and leaves it out", async () => {
    const odd = config
      .replace(JSON.stringify(program), `${JSON.stringify(program)},"--odd-pattern"`)
      .replace("core", "registry");
    await using folder = await openFolder({ "toolcourt.yaml": odd });
    const environment = { PATH: env["PATH"] ?? "" };
    const explain = () => run(["explain", "note_visit"], { folder: folder.path, environment });

    const before = await explain();
    await adopt(folder, "crm", "--only", "note_visit");
    const after = await explain();

    expect(before.code).toBe(1);
    expect(before.output).toMatch(/next +toolcourt adopt crm --only note_visit, which writes/);
    expect(after.output).toMatch(/^note_visit {2}callable$/m);
    expect(await folder.read("contracts/crm/note_visit.yaml")).toMatch(
      /# The server's schema, wider where [^\n]+\n(?:#[^\n]*\n)+input:\n(?:(?! *pattern:).*\n)+$/,
    );
  });

  it("lists the tools that a server has only for callers it may ask", async () => {
    await using folder = await openFolder();
    const server = resolve(
      import.meta.dirname,
      "../../../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
    );
    const tool = "trigger-elicitation-request";

    const given = ["--name", "everything", "--only", tool, "--dry-run"];
    const { code, output } = await adopt(folder, ...given, "--", execPath, server);

    expect(code).toBe(0);
    expect(output).toContain(`# contracts/everything/${tool}.yaml`);
  });

  it("reports calls without an answer, as when the server exits", async () => {
    await using folder = await openFolder();

    const command = [execPath, program, "--die-when-called"];
    const { errors } = await adopt(
      folder,
      "--name",
      "crm",
      "--live",
      "--calls",
      "2",
      "--",
      ...command,
    );

    expect(errors).toBe("Calls: get_user (2).\nNo answer came to: get_user (2 of 2).");
  });

  it("writes through no symbolic link in any part of the path", async () => {
    await using elsewhere = await openFolder();
    await using folder = await openFolder({ "toolcourt.yaml": config });
    await symlink(elsewhere.path, join(folder.path, "contracts"));

    const { code, errors } = await adopt(folder, "crm");

    expect([code, errors]).toEqual([2, expect.stringContaining("symbolic link")]);
    expect(await readdir(elsewhere.path)).toEqual([]);
  });

  it("keeps an operator's text", async () => {
    const ours = "# ours\nterms:\n  effect: write # it logs who asked\n";
    await using folder = await openFolder({ "toolcourt.yaml": config, [file]: ours });

    await adopt(folder, "crm");

    expect((await folder.read(file)).startsWith(ours)).toBe(true);
  });

  it("only shows the result and calls nothing in a dry run", async () => {
    await using folder = await openFolder();

    const { code, output, errors } = await adopt(
      folder,
      "--name",
      "crm",
      "--live",
      "--dry-run",
      "--",
      execPath,
      program,
    );

    expect(code).toBe(0);
    expect(errors).toBe("Would call: get_user (5).");
    expect(output).toContain(`# ${file}\n# An overlay for the contract of the server.`);
    expect(await folder.files()).toEqual([]);
  });
});

describe("invalid use of toolcourt adopt", () => {
  it.each([
    [[], "Name one server"],
    [["a", "b"], "Too many arguments"],
    [["crm", "--", "node"], "Name one server"],
    [["erp"], "The configuration has no server erp: it has crm"],
    [["http://127.0.0.1:1/mcp"], "Give --name the name"],
    [["--name", "crm", "--"], "Name a command behind --"],
    [["crm", "--calls", "0"], "Give --calls a whole number"],
    [["crm", "--from", "broken.jsonl"], "broken.jsonl:1 is no recorded call"],
    [["crm", "--from", "absent.jsonl"], "absent.jsonl"],
    [["--name", "crm", "--", "no-such-program-at-all"], "There is no program"],
  ])("is explained: %j", slow, async (args, problem) => {
    await using folder = await openFolder({ "toolcourt.yaml": config, "broken.jsonl": "{}\n\n" });

    const { code, errors } = await adopt(folder, ...args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
  });
});
