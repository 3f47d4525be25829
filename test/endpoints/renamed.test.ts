import type { Overlay } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../packages/contracts/src/errors/refusal.ts";
import type { Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { type CountingServer, openCountingServer } from "../gate/counting-server.ts";
import { openTestAuthority } from "../gate/open-test-authority.ts";
import { openTestGateway, type TestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";

// An overlay gives a tool another name, and describes it anew.

const overlays: Readonly<Record<string, Overlay>> = {
  "crm/get": { name: "find_customer", description: "Finds one customer by city, for support." },
};
const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: new-name, effect: allow, principals: [ada], tools: [find_customer] }
  - { id: own-name, effect: allow, principals: [bob], tools: [crm/get] }
  - { id: old-name, effect: allow, principals: [eve], tools: [get] }
...
`;

interface Renamed extends TestGateway {
  readonly servers: Readonly<Record<"crm" | "docs", CountingServer>>;
}

async function openRenamed(stack: AsyncDisposableStack, given = overlays): Promise<Renamed> {
  const crm = stack.use(await openCountingServer({ tools: [reading("get"), reading("list")] }));
  const docs = stack.use(await openCountingServer({ tools: [reading("get")] }));
  const mcps = [
    serverEntry("crm", crm.url, { naming: "qualified" }),
    serverEntry("docs", docs.url),
  ];
  const endpoints = [{ path: "/mcp/team", tools: ["find_*"], prefix: "t_" }];
  const opened = stack.use(
    await openTestGateway(JSON.stringify({ toolbox: { mcps }, endpoints }), {
      authority: await openTestAuthority(policy, stack),
      overlayOf: (server, tool) => given[`${server}/${tool}`],
    }),
  );
  return { ...opened, servers: { crm, docs } };
}

function principal(id: string): Principal {
  return { id, permissions: [], roles: ["reader"] };
}

async function codeOf({ gateway }: Renamed, id: string, tool: string): Promise<string> {
  const ids = { callId: `${id}-${tool}`, correlationId: "c", traceId: "t" };
  const agent = { name: "tester", version: "1.0.0" };
  const call = { ...ids, agent, principal: principal(id), tool, arguments: { city: "Bern" } };
  return gateway.callTool(call, new AbortController().signal).then(
    () => "answered",
    (error: unknown) => (isRefusal(error) ? error.code : "failed"),
  );
}

describe("a renamed tool", () => {
  it("has its new name and description in the list, and its own name at its server", async () => {
    await using stack = new AsyncDisposableStack();
    const renamed = await openRenamed(stack);
    const [tool] = renamed.gateway.listed(principal("ada"));

    expect(tool).toMatchObject({
      name: "find_customer",
      description: "Finds one customer by city, for support.",
    });
    expect(await codeOf(renamed, "ada", "find_customer")).toBe("answered");
    expect(renamed.servers.crm.calls.map(({ name }) => name)).toEqual(["get"]);
  });

  it.each(["get", "crm__get", "crm/get"])("is unknown under %s", async (name) => {
    await using stack = new AsyncDisposableStack();
    const renamed = await openRenamed(stack);

    expect(await codeOf(renamed, "ada", name)).toBe("tool-unknown");
    expect(renamed.servers.crm.calls).toEqual([]);
  });

  it("is named in policies by its new name, or with its server by its own", async () => {
    await using stack = new AsyncDisposableStack();
    const renamed = await openRenamed(stack);

    expect(await codeOf(renamed, "bob", "find_customer")).toBe("answered");
    expect(await codeOf(renamed, "eve", "find_customer")).toBe("tool-unknown");
    // The other server's tool of the old name is another tool.
    expect(await codeOf(renamed, "eve", "get")).toBe("answered");
    expect(renamed.servers.docs.calls).toHaveLength(1);
  });

  it("takes no name from another tool", async () => {
    await using stack = new AsyncDisposableStack();
    const renamed = await openRenamed(stack, { "crm/list": { name: "get" } });
    const { tools } = renamed.gateway.registry.current();
    const names = [...tools].map(([name, { contract }]) => [name, contract.server, contract.name]);

    expect(names).toContainEqual(["crm__list", "crm", "list"]);
    expect(names).toContainEqual(["docs__get", "docs", "get"]);
    expect(tools.has("get")).toBe(false);
    expect(renamed.lines.join("\n")).toContain("get");
  });

  it("is offered by an endpoint under its new name, with the prefix", async () => {
    await using stack = new AsyncDisposableStack();
    const { gateway } = await openRenamed(stack);
    const listed = gateway.at("team").listed(principal("ada"));

    expect(listed.map(({ name }) => name)).toEqual(["t_find_customer"]);
  });
});
