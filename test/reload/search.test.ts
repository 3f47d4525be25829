import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { bern, openWorld, type World } from "./world.ts";

// `discovery: search` of the real `serve` command, turned on and off while it runs.

const tools = [reading("ask-first"), reading("ask-second")];

function configFor(url: string, server: JsonObject): JsonObject {
  const entry = { name: "first", transport: "streamable_http", url, mode: "dynamic" };
  return { toolbox: { mcps: [{ ...entry, default_tool_config: {} }] }, server };
}

function callBySearch(world: World, name: string): Promise<string> {
  return world.call("call_tool", { name, arguments: bern });
}

describe("a search", { timeout: 60_000 }, () => {
  it("begins and ends with a reload", async () => {
    await using server = await openCountingServer({ tools });
    await using world = await openWorld({ config: configFor(server.url, {}) });
    const lists = [await world.list()];

    for (const settings of [{ discovery: "search", pinned: ["ask-second"] }, {}]) {
      await world.configure(configFor(server.url, settings));
      await world.reload();
      lists.push(await world.list());
    }

    expect(lists).toEqual([
      ["ask-first", "ask-second"],
      ["search_tools", "call_tool", "ask-second"],
      ["ask-first", "ask-second"],
    ]);
    expect(await callBySearch(world, "ask-first")).toBe("tool-unknown");
  });

  it("leaves the calls that it leads to in the audit log, and nothing else", async () => {
    await using server = await openCountingServer({ tools });
    const config = configFor(server.url, { discovery: "search" });
    await using world = await openWorld({ config });

    const found = await world.answer("search_tools", { query: "the weather of a city" });
    const outcomes = [await callBySearch(world, "ask-first"), await callBySearch(world, "nothing")];
    const log = (await world.audit()).join("\n");

    expect(JSON.stringify(found)).toContain("ask-first");
    expect(outcomes[0]).toBe("answered");
    expect(server.calls.map(({ name }) => name)).toEqual(["ask-first"]);
    expect(log).toContain('"ask-first"');
    expect(log).not.toMatch(/search_tools|call_tool|the weather/);
  });
});
