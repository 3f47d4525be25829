import { chmod, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { clientMeans } from "@toolcourt/gateway/internal/edge/clients/gateway-entry";
import { canary, clientFixtures } from "@toolcourt/testing/client-files";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const toolbox = { mcps: [] };
const startCommand = ["/opt/node", "/opt/toolcourt.js"];

/** Opens a project and a home with the files of a client. */
async function openHome(files: Readonly<Record<string, string>>, config?: object): Promise<Folder> {
  const folder = await openFolder(config && { "toolcourt.yaml": JSON.stringify(config) });
  for (const [file, text] of Object.entries(files)) {
    await folder.write(file, text.replaceAll("FOLDER", folder.path));
  }
  return folder;
}

function connect(folder: Folder, args: readonly string[], options: RunOptions = {}) {
  const environment = { HOME: join(folder.path, "home") };
  return run(["connect", ...args], { folder: folder.path, environment, startCommand, ...options });
}

async function filesOf(folder: Folder): Promise<Readonly<Record<string, string>>> {
  const names = await folder.files();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await folder.read(name)] as const)),
  );
}

const eachFile = clientFixtures.flatMap(({ client, files }) =>
  Object.keys(files).map((file) => [client, file] as const),
);

describe.each(eachFile)("toolcourt connect %s with %s", (client, file) => {
  const { files } = clientFixtures.find((each) => each.client === client) ?? { files: {} };

  it("adds one entry, changes no other line, and puts the file back byte for byte", async () => {
    await using folder = await openHome(files, { toolbox });
    const before = await filesOf(folder);
    const args = [client, "--file", file];

    const done = await connect(folder, args);
    const [written, backups] = [await folder.read(file), (await folder.files()).length];
    const undone = await connect(folder, [...args, "--undo"]);

    expect([done.code, undone.code]).toEqual([0, 0]);
    expect(written).toContain("toolcourt");
    expect(isWithin(before[file] ?? "", written)).toBe(true);
    expect(backups).toBe(Object.keys(before).length + 1);
    expect(await filesOf(folder)).toEqual(before);
    expect(`${done.output}${done.errors}${undone.output}`).not.toContain(canary);
  });

  it("takes out what the gateway serves, keeps the rest, and puts it back byte for byte", async () => {
    await using folder = await openHome(files);
    const init = await run(["init", "--from", file], { folder: folder.path });
    const before = await filesOf(folder);
    const [, names = ""] = /server(?:s)? \((.*)\)/.exec(init.errors) ?? [];

    const { code, output } = await connect(folder, [client, "--file", file, "--replace"]);
    const left = await run(["init", "--from", file, "--dry-run"], { folder: folder.path });
    await connect(folder, [client, "--file", file, "--undo"]);

    expect(code).toBe(0);
    for (const name of names.split(", ")) expect(output).toMatch(new RegExp(`Took out.*${name}`));
    expect(left.errors).toMatch(/: 1 server \(toolcourt\)\./);
    expect(await filesOf(folder)).toEqual(before);
  });

  it("prints the entry in a dry run, and writes nothing", async () => {
    await using folder = await openHome(files, { toolbox });
    const before = await filesOf(folder);

    const { code, output, errors } = await connect(folder, [client, "--file", file, "--dry-run"]);

    expect(code).toBe(0);
    expect(output).toContain(`under ${clientMeans[client].list}:\n  "toolcourt": {`);
    expect(await filesOf(folder)).toEqual(before);
    expect(`${output}${errors}`).not.toContain(canary);
  });
});

/** Tells whether every character of a text is still there, in the same order. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const character of longer) if (character === text[at]) at += 1;
  return at === text.length;
}

const url = "http://127.0.0.1:7420/mcp";

/** Connects a client without any file, and returns the file that it gets. */
async function freshFile(
  client: string,
  { config = { toolbox }, args = [] }: { config?: object; args?: readonly string[] } = {},
) {
  await using folder = await openHome({}, config);
  const ran = await connect(folder, [client, "--file", "written", ...args]);
  const files = await folder.files();
  return { ...ran, text: files.includes("written") ? await folder.read("written") : undefined };
}

const keys = [{ name: "desk", sha256: "0".repeat(64) }];
const guarded = {
  toolbox,
  server: { auth: { resource: "https://gate.example.com/mcp", keys } },
};

describe("toolcourt connect", () => {
  it.each([
    ["claude-code", { mcpServers: { toolcourt: { type: "http", url } } }],
    ["cursor", { mcpServers: { toolcourt: { url } } }],
    ["gemini", { mcpServers: { toolcourt: { httpUrl: url } } }],
    ["vscode", { servers: { toolcourt: { type: "http", url } } }],
    ["windsurf", { mcpServers: { toolcourt: { serverUrl: url } } }],
    ["zed", { context_servers: { toolcourt: { url } } }],
  ])("writes the address for %s", async (client, expected) => {
    const { code, text = "" } = await freshFile(client);

    expect(code).toBe(0);
    expect(JSON.parse(text)).toEqual(expected);
  });

  it("writes TOML for Codex, if the file is called so", async () => {
    await using folder = await openHome({}, { toolbox });

    await connect(folder, ["codex", "--file", "config.toml"]);

    expect(await folder.read("config.toml")).toBe(`[mcp_servers.toolcourt]\nurl = "${url}"\n`);
  });

  it.each(["claude-desktop", "cursor", "zed"])(
    "lets %s start the gateway, with absolute paths",
    async (client) => {
      await using folder = await openHome({}, { toolbox });
      await connect(folder, [client, "--stdio", "--file", "written"]);

      const args = [
        "/opt/toolcourt.js",
        "serve",
        "--stdio",
        "-c",
        join(folder.path, "toolcourt.yaml"),
      ];
      expect(JSON.parse(await folder.read("written"))).toMatchObject({
        [client === "zed" ? "context_servers" : "mcpServers"]: {
          toolcourt: { command: "/opt/node", args },
        },
      });
    },
  );

  it.each([
    ["claude-code", "Bearer ${DESK_KEY}"],
    ["cursor", "Bearer ${env:DESK_KEY}"],
    ["gemini", "Bearer ${DESK_KEY}"],
    ["vscode", "Bearer ${env:DESK_KEY}"],
    ["windsurf", "Bearer ${env:DESK_KEY}"],
  ])("names the variable of the key as %s reads it", async (client, header) => {
    const given = { config: guarded, args: ["--token-env", "DESK_KEY"] };
    const { code, text, errors } = await freshFile(client, given);

    expect(code).toBe(0);
    expect(text).toContain(`"Authorization": "${header}"`);
    expect(text).toContain("https://gate.example.com/mcp");
    expect(errors).toContain("Set DESK_KEY where");
  });

  it("names the variable of the key in TOML", async () => {
    await using folder = await openHome({}, guarded);

    await connect(folder, ["codex", "--file", "config.toml", "--token-env", "DESK_KEY"]);

    expect(await folder.read("config.toml")).toContain('bearer_token_env_var = "DESK_KEY"');
  });

  it.each([
    ["cursor", { config: guarded }, "Name the variable that holds it"],
    ["zed", { args: ["--token-env", "DESK_KEY"] }, "Zed reads no variables in headers"],
    ["cursor", { args: ["--token-env", "tk-1234"] }, "the name of a variable, not the key itself"],
    ["cursor", { args: ["--token-env", `ghp_${"a1B2".repeat(9)}`] }, "not the key itself"],
    ["claude-desktop", { args: ["--url", url] }, "Claude Desktop takes no address"],
    ["cursor", { args: ["--stdio", "--url", url] }, "Give --stdio or --url."],
    ["cursor", { args: ["--stdio", "--token-env", "KEY"] }, "needs no key"],
    ["cursor", { args: ["--url", "gate.example.com"] }, "Give --url a whole address"],
    ["cursor", { args: ["--url", "https://me:pw@gate.example.com/mcp"] }, "Leave user, password"],
    ["cursor", { args: ["--name", "a.b"] }, "Give --name letters"],
    ["cursor", { args: ["--scope", "user"] }, "Give --file or --scope."],
    ["cursr", {}, "There is no client cursr. Did you mean cursor?"],
    ["cursor", { config: { toolbox, server: { port: 0 } } }, "Name the address with --url"],
  ])("refuses %s with %j", async (client, given, problem) => {
    const { code, errors, text } = await freshFile(client, given);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
    expect(text).toBeUndefined();
  });

  it("has nothing to do the second time", async () => {
    await using folder = await openHome({ ".cursor/mcp.json": "{}" }, { toolbox });
    await connect(folder, ["cursor"]);
    const before = await filesOf(folder);

    const { code, output } = await connect(folder, ["cursor"]);

    expect(code).toBe(0);
    expect(output).toContain("has this entry already. Nothing to do.");
    expect(await filesOf(folder)).toEqual(before);
  });

  it("names servers that are still called past the gateway", async () => {
    const crm = { command: "npx", args: ["crm-server"] };
    const files = {
      ".cursor/mcp.json": JSON.stringify({ mcpServers: { crm, odd: { command: "odd" } } }),
      "home/.cursor/mcp.json": JSON.stringify({ mcpServers: { crm } }),
    };
    const server = { name: "crm", transport: "stdio", ...crm, mode: "strict" };
    await using folder = await openHome(files, { toolbox: { mcps: [server] } });

    const { errors } = await connect(folder, ["cursor"]);

    expect(errors).toContain(
      "Still called past the gateway: crm. Take them out: toolcourt connect cursor --replace",
    );
    expect(errors).toContain("home/.cursor/mcp.json has servers of the gateway too: crm.");
    expect(errors).toContain("Left in the file, since the configuration does not have them: odd.");
  });

  it("keeps an entry whose server only has the same name", async () => {
    const files = { ".cursor/mcp.json": '{"mcpServers":{"crm":{"command":"other"}}}' };
    const server = { name: "crm", transport: "stdio", command: "npx", mode: "strict" };
    await using folder = await openHome(files, { toolbox: { mcps: [server] } });

    await connect(folder, ["cursor", "--replace"]);

    expect(await folder.read(".cursor/mcp.json")).toContain('"crm":{"command":"other"}');
  });

  it("writes the project's file or the user's, as asked", async () => {
    await using folder = await openHome({ "home/.cursor/other": "" }, { toolbox });

    await connect(folder, ["cursor"]);
    await connect(folder, ["cursor", "--scope", "project"]);

    const files = await folder.files();
    expect(files).toContain("home/.cursor/mcp.json");
    expect(files).toContain(".cursor/mcp.json");
  });

  it("refuses a client that is not installed", async () => {
    await using folder = await openHome({ "home/x": "" }, { toolbox });

    const { code, errors } = await connect(folder, ["windsurf"]);

    expect(code).toBe(2);
    expect(errors).toContain("No folder of Windsurf was found here. Name its file with --file.");
  });
});

interface SpoiledFile {
  readonly what: string;
  readonly problem: string;
  readonly content?: string | Uint8Array;
  readonly spoil?: (path: string) => Promise<void>;
  readonly uid?: number;
}

describe("a client's file that must not be written", () => {
  const file = "home/.cursor/mcp.json";
  const text = `{"mcpServers":{"crm":{"env":{"K":"${canary}"}}}}`;

  it.each<SpoiledFile>([
    { what: "is read-only", problem: "is read-only", spoil: (path) => chmod(path, 0o400) },
    { what: "belongs to another user", problem: "belongs to another user", uid: 12_345 },
    { what: "is empty", problem: "is empty. If no client is writing it", content: "" },
    { what: "breaks off", problem: ":1:8 Expected", content: '{"mcpSe' },
    { what: "is no object", problem: "expected an object", content: "[]" },
    { what: "has a list", problem: "cannot be edited safely", content: '{"mcpServers":[]}' },
    { what: "has a key twice", problem: ":1:18", content: '{"mcpServers":{},"mcpServers":{}}' },
    { what: "is no text", problem: "is not UTF-8", content: Uint8Array.of(0x7b, 0xff, 0x7d) },
  ])("$what", async ({ problem, content, spoil, uid }) => {
    await using folder = await openHome({ [file]: text }, { toolbox });
    const path = join(folder.path, file);
    if (content !== undefined) await writeFile(path, content);
    await spoil?.(path);
    const [bytes, files] = [await readFile(path), await folder.files()];

    const { code, output, errors } = await connect(folder, ["cursor"], {
      ...(uid !== undefined && { uid }),
    });

    expect(code).toBe(2);
    expect(errors).toContain(problem);
    expect(await readFile(path)).toEqual(bytes);
    expect(await folder.files()).toEqual(files);
    expect(`${output}${errors}`).not.toContain(canary);
  });

  it("is a symbolic link, or lies in a project's folder that is one", async () => {
    await using folder = await openHome({ "real/mcp.json": text }, { toolbox });
    await symlink(join(folder.path, "real"), join(folder.path, ".cursor"));
    await folder.write("home/.cursor/x", "");
    await symlink(join(folder.path, "real/mcp.json"), join(folder.path, file));

    const project = await connect(folder, ["cursor", "--scope", "project"]);
    const user = await connect(folder, ["cursor", "--scope", "user"]);

    expect([project.code, user.code]).toEqual([2, 2]);
    expect(project.errors).toContain("is a symbolic link. Name the file itself with --file.");
    expect(user.errors).toContain("is a symbolic link to");
    expect(await folder.read("real/mcp.json")).toBe(text);
  });

  it.each([
    ["in place", (path: string) => writeFile(path, '{"mcpServers":{"new":{}}}')],
    [
      "by a new file",
      async (path: string) => {
        await writeFile(`${path}.tmp`, '{"mcpServers":{"new":{}}}');
        await rename(`${path}.tmp`, path);
      },
    ],
    ["by its removal", (path: string) => rm(path)],
  ])("is written by the client meanwhile, %s", async (_how, write) => {
    await using folder = await openHome({ [file]: text }, { toolbox });
    const path = join(folder.path, file);
    const clock: Clock = { ...systemClock, sleep: () => write(path) };
    await connect(folder, ["cursor", "--name", "other"]);
    const backups = (await folder.files()).filter((name) => name.includes(".toolcourt-"));

    const done = await connect(folder, ["cursor"], { clock });
    const undone = await connect(folder, ["cursor", "--file", file, "--undo"], { clock });

    expect([done.code, done.errors]).toEqual([2, expect.stringContaining("by another program")]);
    expect(undone.code).toBe(2);
    expect(await readFile(path, "utf8").catch(() => "")).not.toContain("toolcourt");
    expect((await folder.files()).filter((name) => name.includes(".toolcourt-"))).toEqual(backups);
  });
});
