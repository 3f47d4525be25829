import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, configFile, openWorld, type World, writingEntry } from "../reload/world.ts";

// A stdio server has the file rights of its user. What it writes may take away, and add nothing.

/** Lets the server write a file, and waits until the log tells that it was seen. */
async function writeAs(
  world: World,
  [file, text]: readonly [file: string, text: string],
  seen: string,
): Promise<void> {
  const path = join(world.folder.path, file);
  expect(await world.call("write-file", { file: path, text })).toBe("answered");
  await expect.poll(() => world.gateway.printed.join("\n"), { timeout: 10_000 }).toContain(seen);
}

async function readyPage({ gateway }: World): Promise<string> {
  return (await fetch(new URL("/readyz", gateway.url))).text();
}

const toolbox = (...mcps: readonly JsonObject[]): JsonObject => ({ toolbox: { mcps: [...mcps] } });

const policyOf = (...tools: readonly string[]): string =>
  `version: 1\nstatements:\n  - { id: all, effect: allow, kinds: [local], tools: ${JSON.stringify(tools)} }\n...\n`;

describe("a stdio server that writes the files of its gateway", { timeout: 60_000 }, () => {
  it("adds no server and runs no command, until a person reloads", async () => {
    await using server = await openCountingServer({ tools: [reading("ask-first")] });
    await using world = await openWorld({ config: toolbox(writingEntry()) });
    const mark = join(world.folder.path, "ran");
    const added = serverEntry("first", server.url);
    const env = { SECRET: `\${cmd:touch ${mark}}` };

    const text = JSON.stringify(toolbox(writingEntry({ env }), added));
    await writeAs(world, [configFile, text], "the change is not in force");

    expect(await world.call("ask-first", bern)).toBe("tool-unknown");
    expect(existsSync(mark)).toBe(false);
    expect(await readyPage(world)).toContain("change is not in force");
    await world.configure(toolbox(writingEntry(), added));
    await world.reload();
    expect(await world.call("ask-first", bern)).toBe("answered");
    expect(await readyPage(world)).toBe("ready\n");
  });

  it("gets no new tool admitted by a change that takes another server away", async () => {
    await using server = await openCountingServer({ tools: [reading("ask-first")] });
    const first = serverEntry("first", server.url);
    await using world = await openWorld({ config: toolbox(first, writingEntry()) });
    await world.answer("offer-more");

    const text = JSON.stringify(toolbox(writingEntry()));
    await writeAs(world, [configFile, text], "only takes away");

    expect(await world.call("ask-first", bern)).toBe("tool-unknown");
    expect(await world.call("more")).not.toBe("answered");
  });

  it.each(["last-wins", "qualify"])(
    "gets no calls of another server by removing it, with collision %s",
    async (collision) => {
      await using server = await openCountingServer({ tools: [reading("tell-process")] });
      const first = serverEntry("first", server.url);
      const both = { toolbox: { collision, mcps: [writingEntry(), first] } };
      await using world = await openWorld({ config: both });
      const before = await world.call("tell-process", bern);

      const text = JSON.stringify({ toolbox: { collision, mcps: [writingEntry()] } });
      await writeAs(world, [configFile, text], "the change is not in force");

      expect(await world.call("tell-process", bern)).toBe(before);
      expect(await world.call("tell-process")).not.toBe("answered");
      await world.reload();
      expect(await world.call("tell-process")).toBe("answered");
    },
  );

  it("allows itself no tool by the policy", async () => {
    const files = { "policy.yaml": policyOf("writer/write-file") };
    const config = { ...toolbox(writingEntry()), policy: { file: "policy.yaml" } };
    await using world = await openWorld({ config, files });

    await writeAs(world, ["policy.yaml", policyOf("*")], "what it adds is not");

    expect(await world.list()).toEqual(["write-file"]);
    expect(await world.call("tell-process")).not.toBe("answered");
    await world.reload();
    expect(await world.call("tell-process")).toBe("answered");
  });
});
