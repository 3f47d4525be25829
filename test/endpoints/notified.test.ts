import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";

describe("a changed list of tools", () => {
  it("is told at the endpoints that offer one of them, and at the whole gateway", async () => {
    await using stack = new AsyncDisposableStack();
    const crm = stack.use(await openCountingServer({ tools: [reading("get-customer")] }));
    const cloud = stack.use(await openCountingServer({ tools: [reading("get-machine")] }));
    const mcps = [serverEntry("crm", crm.url), serverEntry("cloud", cloud.url)];
    const endpoints = [
      { path: "/mcp/support", servers: ["crm"] },
      { path: "/mcp/ops", tools: ["cloud/*"], prefix: "ops_" },
    ];
    const config = JSON.stringify({ toolbox: { mcps }, endpoints });
    const { gateway } = stack.use(await openTestGateway(config));
    const told: string[] = [];
    for (const name of ["support", "ops"]) gateway.at(name).subscribe(() => told.push(name));
    gateway.subscribe(() => told.push("whole"));

    await gateway.registry.replace("cloud", []);
    expect(told).toEqual(["ops", "whole"]);

    await gateway.registry.replace("cloud", [reading("get-machine")]);
    expect(told).toEqual(["ops", "whole", "ops", "whole"]);

    await gateway.registry.replace("crm", [{ ...reading("get-customer"), title: "Another" }]);
    expect(told.slice(4)).toEqual(["support", "whole"]);
  });
});
