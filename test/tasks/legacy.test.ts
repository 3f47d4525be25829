import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openLegacyServer } from "./legacy-server.ts";
import { resultWith } from "./task-server.ts";
import { keyOf, openWorld, type World } from "./world.ts";

const patient = { timeout: 60_000 };

/** Calls a tool as a client of 2025-11-25 does. */
async function callLegacy({ serving }: World, name: string): Promise<JsonObject> {
  const response = await fetch(serving.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${keyOf("ada")}`,
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: {} },
    }),
  });
  const message = parseJson(await response.text());
  const result = isJsonObject(message) ? own(message, "result") : undefined;
  return isJsonObject(result) ? result : {};
}

describe("a legacy server with tasks", patient, () => {
  it.each(["needs", "may"])("is asked for one for a caller that takes tasks: %s", async (tool) => {
    await using server = await openLegacyServer();
    await using world = await openWorld({ url: server.url.href });
    const { client } = world;

    const id = await client.begin(tool);
    expect(server.calls.at(-1)).toMatchObject({ task: { ttl: 86_400_000 } });
    expect((await client.get(id)).result).toMatchObject({ status: "working", ttlMs: 60_000 });
    expect(server.asked).not.toContain("tasks/result");
    server.finish();

    const ended = await client.until(id, "completed");
    expect(ended["result"]).toEqual(resultWith({ rows: 5 }));
    await client.get(id);
    expect(server.asked.filter((method) => method === "tasks/result")).toHaveLength(1);
  });

  it("is called plainly where its tool has no tasks", async () => {
    await using server = await openLegacyServer();
    await using world = await openWorld({ url: server.url.href });

    expect((await world.client.call("never")).result).toMatchObject(resultWith({ rows: 7 }));
    expect(server.calls.at(-1)).not.toHaveProperty("task");
  });

  it("is cancelled by its own method", async () => {
    await using server = await openLegacyServer();
    await using world = await openWorld({ url: server.url.href });
    const id = await world.client.begin("may");

    await world.client.cancel(id);

    await world.client.until(id, "cancelled");
    expect(server.asked).toContain("tasks/cancel");
  });

  it("is waited for in one call of a tool that needs tasks, for callers of both eras", async () => {
    await using server = await openLegacyServer();
    await using world = await openWorld({ url: server.url.href });
    const both = Promise.all([
      callLegacy(world, "needs"),
      world.client.call("needs", {}, { capabilities: {} }),
    ]);
    await expect.poll(() => server.asked.length).toBeGreaterThan(2);
    server.finish();

    const [older, newer] = await both;

    expect(older).toMatchObject(resultWith({ rows: 5 }));
    expect(newer.result).toMatchObject(resultWith({ rows: 5 }));
    expect(server.calls).toHaveLength(2);
    expect(await callLegacy(world, "may")).toMatchObject(resultWith({ rows: 7 }));
  });

  it("is told to stop when such a call passes its deadline", async () => {
    await using server = await openLegacyServer();
    const hasty = { default_tool_config: { approval: "none", timeout: "PT0.3S" } };
    await using world = await openWorld({ url: server.url.href, server: hasty });

    expect(await callLegacy(world, "needs")).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "deadline-passed" } },
    });
    await expect.poll(() => server.asked).toContain("tasks/cancel");
  });
});

describe("a legacy client", patient, () => {
  it("gets a plain answer of a modern server with tasks", async () => {
    await using world = await openWorld();

    expect(await callLegacy(world, "job")).toMatchObject(resultWith({ rows: 7 }));
  });

  it("learns from a refusal that the server runs the tool as a task only", async () => {
    await using world = await openWorld();

    expect(await callLegacy(world, "strict")).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "extension-required" } },
    });
  });
});
