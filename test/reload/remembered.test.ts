import { expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, codeOf, openWorld, writingEntry } from "./world.ts";

// What a gateway has counted and held stays so: a reload is no way to begin anew.

it("a rate limit counts on across a reload", async () => {
  const limited = reading("limited", { rateLimit: { maxCalls: 2, windowMs: 600_000 } });
  await using server = await openCountingServer({ tools: [limited] });
  const mcps = [serverEntry("first", server.url)];
  await using world = await openWorld({ config: { toolbox: { mcps } } });
  const before = [await world.call("limited", bern), await world.call("limited", bern)];

  await world.reload();

  expect(before).toEqual(["answered", "answered"]);
  expect(await world.call("limited", bern)).toBe("rate-limited");
  expect(server.calls).toHaveLength(2);
});

it("a query has one call across a reload", async () => {
  await using server = await openCountingServer({ tools: [reading("queried")] });
  const mcps = [serverEntry("first", server.url)];
  await using world = await openWorld({ config: { toolbox: { mcps } } });
  const call = async (query: string): Promise<string> => {
    const meta = { "dev.toolcourt/query": query };
    return codeOf(await world.ask("tools/call", { name: "queried", arguments: bern }, meta));
  };
  const before = await call("q-1");

  await world.reload();

  expect(before).toBe("answered");
  expect(await call("q-1")).not.toBe("answered");
  expect(await call("q-2")).toBe("answered");
  expect(server.calls).toHaveLength(2);
});

it("a tool that is held for drift stays held across reloads, also if it changed back", async () => {
  await using world = await openWorld({ config: { toolbox: { mcps: [writingEntry()] } } });
  await world.call("tell-process");
  await world.call("change-tool", { title: "Another tool" });
  await expect.poll(() => world.call("tell-process")).not.toBe("answered");
  const held = await world.call("tell-process");

  await world.reload();
  const afterReload = await world.call("tell-process");
  await world.call("change-tool", { title: "as before" });
  await world.reload();
  await world.reload();

  expect([held, afterReload]).toEqual(["tool-quarantined", "tool-quarantined"]);
  expect(await world.call("tell-process")).toBe("tool-quarantined");
});
