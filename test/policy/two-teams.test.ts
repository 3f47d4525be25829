import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../packages/testing/src/terminal.ts";

const root = resolve(import.meta.dirname, "../..");

function textOf(path: string): Promise<string> {
  return readFile(resolve(root, path), "utf8");
}

describe("the guide for two teams", () => {
  it.each(["policy.yaml", "cases.yaml"])("shows %s unchanged", async (file) => {
    const [guide, shown] = await Promise.all([
      textOf("docs/guides/two-teams.md"),
      textOf(`examples/two-teams/${file}`),
    ]);

    expect(guide).toContain(`\`${file}\`:\n\n\`\`\`yaml\n${shown}\`\`\``);
  });

  it("shows working commands and their output", async () => {
    const guide = await textOf("docs/guides/two-teams.md");
    const commands = [...guide.matchAll(/^npx toolcourt (.+)$/gm)].map(([, args = ""]) => args);
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
