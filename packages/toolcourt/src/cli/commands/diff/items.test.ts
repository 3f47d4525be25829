import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { emptyLock, formatLock } from "@toolcourt/contracts/internal/lock/lock";
import { lockedItem, withItems } from "@toolcourt/contracts/internal/lock/locked-items";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

// A server is started, which is slow while other tests load the machine.
const slow = { timeout: 20_000 };
const program = resolve(
  import.meta.dirname,
  "../../../../../testing/src/programs/listed-server.ts",
);

const city = { name: "city" };
const greet = { name: "greet", description: "Greets.", arguments: [city] };
const card = { uriTemplate: "crm://{id}", name: "card" };

function lockOf(...prompts: readonly (JsonObject & { readonly name: string })[]): string {
  const approval = { by: "ada", at: 0 };
  const server = "crm";
  const items = withItems(undefined, server, {
    prompts: new Map(
      prompts.map((definition) => [
        definition.name,
        lockedItem({ server, list: "prompts", definition }, approval),
      ]),
    ),
    templates: new Map([
      [card.uriTemplate, lockedItem({ server, list: "templates", definition: card }, approval)],
    ]),
  });
  return formatLock({ ...emptyLock, items });
}

describe("toolcourt diff of prompts and templates", slow, () => {
  it("compares those of two locks", async () => {
    const changed = { ...greet, arguments: [{ ...city, required: true }] };
    await using folder = await openFolder({
      "old.lock": lockOf(greet, { name: "gone" }),
      "new.lock": lockOf(changed, { name: "more", description: "Something else entirely." }),
    });
    const options = { folder: folder.path };

    const { code, output } = await run(["diff", "old.lock", "new.lock"], options);
    const json = await run(["diff", "old.lock", "new.lock", "--format", "json"], options);

    expect(code).toBe(1);
    expect(output).toContain("prompt:greet  breaking");
    expect(output).toContain("Now must be given: `city`.");
    expect(output).not.toContain("diff/");
    expect(output).toContain("3 prompts, 1 template: 1 breaking, 1 removed, 1 added, 1 unchanged.");
    expect(JSON.parse(json.output)).toMatchObject({
      tools: [
        { name: "prompt:greet", fate: "breaking", findings: [] },
        { name: "prompt:gone", fate: "removed" },
        { name: "prompt:more", fate: "added" },
        { name: "template:crm://{id}", fate: "none" },
      ],
    });
  });

  it("compares those of a lock and a server, but not with a list of tools", async () => {
    const lists = { tools: [tool()], prompts: [greet], resourceTemplates: [] };
    await using folder = await openFolder({
      "toolcourt.lock": lockOf(greet),
      "server.json": JSON.stringify(lists),
      "list.json": JSON.stringify({ tools: [tool()] }),
    });
    const environment = { PATH: env["PATH"] ?? "" };
    const options = { folder: folder.path, environment };
    const args = ["--conditions=@toolcourt/source", program, resolve(folder.path, "server.json")];

    const live = await run(["diff", "toolcourt.lock", "--", execPath, ...args], options);
    const list = await run(["diff", "toolcourt.lock", "list.json"], options);

    expect(live.output).toContain("template:crm://{id}  removed");
    expect(live.output).toContain("1 unchanged");
    expect(list.output).not.toContain("prompt:");
  });
});
