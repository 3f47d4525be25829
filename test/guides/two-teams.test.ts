import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { machine, openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { until } from "../policy/served.ts";

const root = resolve(import.meta.dirname, "../..");

function textOf(path: string): Promise<string> {
  return readFile(resolve(root, path), "utf8");
}

function commandsIn(guide: string): readonly string[] {
  return [...guide.matchAll(/^npx toolcourt (.+)$/gm)].map(([, args = ""]) => args);
}

describe("the guide for two teams", () => {
  it.each(["policy.yaml", "cases.yaml", "toolcourt.yaml"])("shows %s unchanged", async (file) => {
    const [guide, shown] = await Promise.all([
      textOf("docs/guides/two-teams.md"),
      textOf(`examples/two-teams/${file}`),
    ]);

    expect(guide).toContain(`\`${file}\`:\n\n\`\`\`yaml\n${shown}\`\`\``);
  });

  it("shows working commands on the policy, and their output", async () => {
    const guide = await textOf("docs/guides/two-teams.md");
    const commands = commandsIn(guide).filter((args) => args.startsWith("policy "));
    const ran = await Promise.all(commands.map((args) => run(args.split(" "), { folder: root })));

    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(guide).toContain(`\`\`\`text\n${ran[0]?.output}\n\`\`\``);
  });

  it("has a policy whose test cases detect changes in it", async () => {
    const policy = await textOf("examples/two-teams/policy.yaml");
    const changes = [
      ["args.amount <= 200", "args.amount <= 100"],
      ['roles: [finance]\n    tools: ["crm', 'roles: [support]\n    tools: ["crm'],
      ["effect: deny", "effect: allow"],
      ['"desk/*"', '"crm/*"'],
    ] as const;
    const codes = changes.map(async ([before, after]) => {
      const input = policy.replace(before, after);
      const args = ["policy", "test", "-", "examples/two-teams/cases.yaml"];
      return (await run(args, { folder: root, input })).code;
    });

    expect(await Promise.all(codes)).toEqual([1, 1, 1, 1]);
  });
});

const example = "examples/two-teams";

/** Copies the example. Its servers run on the Node of the tests. */
async function openExample() {
  const names = ["policy.yaml", "server.ts", "toolcourt.yaml"];
  const files = await Promise.all(
    names.map(async (name) => [name, await textOf(`${example}/${name}`)] as const),
  );
  const folder = await openFolder(Object.fromEntries(files));
  const config = (await folder.read("toolcourt.yaml"))
    .replaceAll("command: node", `command: ${JSON.stringify(execPath)}`)
    .replaceAll("transport: stdio,", `transport: stdio, cwd: ${JSON.stringify(folder.path)},`);
  await folder.write("toolcourt.yaml", config);
  return folder;
}

/** Runs a command at the real time: keys must not have expired. */
async function go(line: string, folder: string): Promise<string> {
  const printed: string[] = [];
  const place = machine(folder, () => undefined, new AbortController().signal);
  const terminal = { ...place.terminal, out: (text: string) => void printed.push(text) };
  const code = await runToolcourt(line.split(" "), { ...place, terminal });
  if (code !== 0) throw new Error(`${line}: ${code}`);
  return printed.join("\n");
}

/** Sends the request of a `curl` line. Returns its status and its text. */
async function curl(line: string, { url, keys }: { url: URL; keys: ReadonlyMap<string, string> }) {
  const headers = [...line.matchAll(/-H (?:'|")([^:]+): ([^'"]+)(?:'|")/g)].map(
    ([, name = "", value = ""]): [string, string] => [
      name,
      value.replace(/\$(\w+)/, (_, variable: string) => keys.get(variable) ?? ""),
    ],
  );
  const body = / -d '([^']+)'/.exec(line)?.[1] ?? "";
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

/** Makes the keys of the page, by the names of their variables. */
async function keysOf(guide: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  const made = guide.matchAll(/^(\w+)=\$\(npx toolcourt (.+)\)$/gm);
  for (const [, name = "", line = ""] of made) keys.set(name, await go(line, folder));
  return keys;
}

// Starts three servers, which takes time on a busy machine.
describe("the served end of the guide for two teams", { timeout: 60_000 }, () => {
  it("serves each caller its own tools, and refuses a revoked key", async () => {
    const guide = await textOf("docs/guides/two-teams.md");
    const curls = guide.split("\n").filter((line) => line.startsWith("curl "));
    await using folder = await openExample();
    const keys = await keysOf(guide, folder.path);
    const serving = await openServing(folder.path);
    const place = { url: serving.url, keys };
    const answers: string[] = [];
    for (const line of curls) answers.push((await curl(line, place)).text);
    const [first = "", , third = ""] = curls;
    const [revoke = "", list = ""] = commandsIn(guide).filter((line) => line.startsWith("keys "));
    await go(revoke, folder.path);
    await until(async () => (await curl(first, place)).status === 401);
    const other = await curl(third, place);
    await serving[Symbol.asyncDispose]();

    const [, shownText = ""] = /^```text\n(\{"done.*?)\n```$/ms.exec(guide) ?? [];
    const shown = shownText.split("\n");
    expect([keys.size, shown.length]).toEqual([2, 4]);
    shown.forEach((text, index) => expect(answers[index]).toContain(text));
    expect(other.status).toBe(200);
    // A gateway that stops stores what it did not store yet.
    expect(await go(list, folder.path)).toMatch(/^luca +- +- +\S+ +20\S+Z +file$/m);
  });
});
