import { cp, readFile, realpath, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { readGuide } from "./guide.ts";
import { fromSource, runNode } from "./linked-project.ts";

const root = resolve(import.meta.dirname, "../..");
const example = join(root, "examples/mail-agent");
const page = await readFile(join(root, "docs/guides/mail-agent.md"), "utf8");
const [list = "", show = "", showCall = "", deny = ""] = (await readGuide("guides/mail-agent.md"))
  .commands;
const [, words = ""] = /^node .* agent\.ts '(.+)'$/m.exec(page) ?? [];

/** Copies the example. Its server runs on the Node of the tests. */
async function openExample(): Promise<Folder> {
  const folder = await openFolder();
  await cp(example, folder.path, { recursive: true, filter: isSource });
  await symlink(await realpath(join(root, "node_modules")), join(folder.path, "node_modules"));
  const config = (await folder.read("toolcourt.yaml"))
    .replace("command: node", `command: ${JSON.stringify(execPath)}`)
    .replace("transport: stdio,", `transport: stdio, cwd: ${JSON.stringify(folder.path)},`);
  await folder.write("toolcourt.yaml", config);
  return folder;
}

/** Leaves out what an earlier run wrote into the checkout. */
function isSource(path: string): boolean {
  return !/\.toolcourt|toolcourt\.lock|sent\.txt/.test(path);
}

/** Runs the agent. Returns what it printed of its two mails. */
async function send({ path }: Folder, ...said: readonly string[]): Promise<readonly string[]> {
  const { code, printed } = await runNode(path, fromSource, "agent.ts", ...said);
  if (code !== 0) throw new Error(printed);
  return printed.split("\n").filter((line) => line.startsWith("send_mail: "));
}

/** Runs a command at the real time, which is that of the agent. */
async function go(line: string, { path }: Folder): Promise<string> {
  const printed: string[] = [];
  const place = machine(path, (text) => void printed.push(text), new AbortController().signal);
  await runToolcourt(line.split(" "), place);
  return printed.join("\n");
}

async function sentTo(folder: Folder): Promise<string> {
  const text = (await folder.files()).includes("sent.txt") ? await folder.read("sent.txt") : "";
  return text.replaceAll(/^\{"recipients":\["(.*?)"\].*\n/gm, "$1 ").trim();
}

const asked = '"code":"approval-required"';

it.each([
  "toolcourt.yaml",
  "policy.yaml",
  "agent.ts",
  "contracts/mail/read_inbox.yaml",
  "contracts/mail/send_mail.yaml",
])("shows %s unchanged", async (file) => {
  const shown = await readFile(join(example, file), "utf8");

  expect(page).toMatch(/^`\S+`/m);
  expect(page).toContain(`\n${shown}\`\`\``);
});

// Every run starts a gateway and a server, which takes time on a busy machine.
describe("the guide to let an agent read and send mail", { timeout: 60_000 }, () => {
  it("sends what the person asked for, and shows why the rest waits", async () => {
    await using folder = await openExample();
    const [bob, stranger = ""] = await send(folder, words);
    const [, id = ""] = /approvals show ([0-9a-f]{32})/.exec(stranger) ?? [];
    const listed = await go(list, folder);
    const shown = await go(show.replace("5f0c", id), folder);
    const [, call = ""] = /read_inbox, call ([\da-f-]{36})\.$/m.exec(shown) ?? [];
    const source = await go(showCall.replace("f360", call), folder);
    await go(deny.replace("5f0c", id), folder);
    const [again, denied] = await send(folder, words);

    const written = page.split("\n");
    expect(written).toContain(bob);
    expect(stranger).toContain(asked);
    expect(listed).toContain(id);
    expect(written.map((line) => line.replace(/call f360[\da-f-]+/, `call ${call}`))).toEqual(
      expect.arrayContaining(shown.split("\n").slice(7, -1)),
    );
    expect(shown).toMatch(/^Asked by: +no-exfiltration: \/recipients\/0 .*: \/mails\/1\/body in /m);
    expect(source).toContain("read_inbox");
    expect(again).toBe(bob);
    expect(denied).toContain('"code":"approval-denied"');
    expect(await sentTo(folder)).toBe("bob@example.org bob@example.org");
  });

  it("asks about both without the words of the person", async () => {
    await using folder = await openExample();

    expect(await send(folder)).toEqual([
      expect.stringContaining(asked),
      expect.stringContaining(asked),
    ]);
    expect(await sentTo(folder)).toBe("");
  });

  it("asks about a look-alike of the person's address", async () => {
    await using folder = await openExample();
    const [alike] = await send(folder, words.replace("bob@example.org", "b\u{43e}b@example.org"));

    expect(alike).toContain(asked);
    expect(await sentTo(folder)).toBe("");
  });

  it("sends both where no statement looks at sequences", async () => {
    await using folder = await openExample();
    const policy = await folder.read("policy.yaml");
    await folder.write("policy.yaml", policy.replace(/sequences:.*(?=\.\.\.)/s, ""));
    await send(folder, words);

    expect(await sentTo(folder)).toBe("bob@example.org audit@figures.example");
  });
});
