import { describe, expect, it } from "vitest";
import { namesIn } from "../gate/outcome.ts";
import { bern } from "../reload/world.ts";
import { callBy, openTeams, ops, opsKey, support, supportKey } from "./teams.ts";

// An endpoint whose tools are searched, beside one whose tools are listed.

describe("a search at an endpoint", { timeout: 60_000 }, () => {
  it("finds and calls what the endpoint offers, and nothing else", async () => {
    await using stack = new AsyncDisposableStack();
    const { world, config, connect } = await openTeams(stack);
    await world.configure({ ...config, endpoints: [support, { ...ops, discovery: "search" }] });
    await world.reload();
    const [asOps, atSupport] = [
      await connect("/mcp/ops", opsKey),
      await connect("/mcp/support", supportKey),
    ];
    const search = { name: "search_tools", arguments: { query: "get send machine", limit: 10 } };

    const found = JSON.stringify(await asOps("tools/call", search));
    const named = (name: string): Promise<string> =>
      callBy(asOps, "call_tool", { name, arguments: bern });

    expect(namesIn(await asOps("tools/list", {}))).toEqual(["search_tools", "call_tool"]);
    expect(namesIn(await atSupport("tools/list", {}))).not.toContain("search_tools");
    expect(await callBy(atSupport, "search_tools", { query: "get" })).toBe("tool-unknown");
    expect(found).toContain("ops_get-machine");
    expect(found).toContain("ops_get-customer");
    expect(found).not.toMatch(/send-note|get-secret/);
    expect(await named("ops_get-machine")).toBe("answered");
    const hidden = ["get-machine", "send-note", "ops_send-note", "ops_get-secret"];
    expect(await Promise.all(hidden.map(named))).toEqual(hidden.map(() => "tool-unknown"));
    const wrong = { name: "ops_get-customer", arguments: { city: 7 } };
    const refused = await asOps("tools/call", { name: "call_tool", arguments: wrong });
    expect(JSON.stringify(refused)).toContain("ops_get-customer does not accept");
    const opened = (await world.audit()).filter((row) => row.includes("call.opened"));
    const ofMachine = opened.filter((row) => row.includes("get-machine"));
    expect(ofMachine.some((row) => row.includes('"endpoint":"ops"'))).toBe(true);
  });
});
