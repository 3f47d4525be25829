import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { startGateway } from "../promises/gateway-process.ts";

const modern = { era: "modern", lane: "fast" } as const;

describe("a search by two workers", () => {
  it("answers on every connection", { timeout: 60_000 }, async () => {
    await using server = await openCountingServer({ tools: [reading("ask-first")] });
    const entry = { name: "first", transport: "streamable_http", url: server.url };
    const config = {
      server: { workers: 2, discovery: "search" },
      toolbox: { mcps: [{ ...entry, mode: "dynamic", default_tool_config: {} }] },
    };
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
    await using gateway = await startGateway({ folder: folder.path });
    const ask = async (name: string, given: JsonObject): Promise<string> => {
      const request = spoken("tools/call", { name, arguments: given }, modern);
      const headers = new Headers(request.headers);
      // A new connection each time: any worker may take it.
      headers.set("connection", "close");
      return (await fetch(gateway.url, { ...request, headers })).text();
    };

    for (let turn = 0; turn < 8; turn += 1) {
      const found = await ask("search_tools", { query: "the weather of a city" });
      const called = await ask("call_tool", { name: "ask-first", arguments: { city: "Bern" } });

      expect(found).toContain("ask-first");
      expect(called).toContain('"celsius":21');
    }
    expect(server.calls).toHaveLength(8);
  });
});
