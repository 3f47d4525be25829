import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadIndexTools } from "../../packages/host/src/compose/load-index-tools.ts";
import { openCountingServer } from "./counting-server.ts";
import { openTestGateway, type TestGateway } from "./open-test-gateway.ts";
import { reading } from "./tools.ts";

// Tools of servers that would take the names of the gateway's own tools.

const local = { id: "local", permissions: "all", kind: "local" } as const;
const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

const tools = ["search_tools", "get-shown", "get-searched"].map((name) => reading(name));

async function open(
  discovery: "list" | "search",
  naming = "bare",
  names: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const { url } = stack.use(await openCountingServer({ tools }));
  const server = `name: crm, url: "${url}", transport: streamable_http, mode: dynamic`;
  const config = `toolbox: { mcps: [{ ${server}, default_tool_config: {}, naming: ${naming} }] }
server: { discovery: ${discovery}, pinned: [${discovery === "search" ? "get-shown" : ""}] }
`;
  const wished = discovery === "search" ? config : config.replace(", pinned: []", "");
  const overlayOf = (_server: string, tool: string) => {
    const name = names[tool];
    return name === undefined ? undefined : { name };
  };
  return stack.use(await openTestGateway(wished, { indexTools: loadIndexTools, overlayOf }));
}

function namesOf({ gateway }: TestGateway): readonly unknown[] {
  return gateway.listed(local).map(({ name }) => name);
}

describe("a server's tool named search_tools", () => {
  let searching: TestGateway;
  beforeAll(async () => {
    searching = await open("search");
  }, 20_000);

  it("is a tool like all others without a search", async () => {
    expect(namesOf(await open("list"))).toEqual(["get-searched", "get-shown", "search_tools"]);
  });

  it("is held with a search, and the log names the owner of the name", () => {
    const held = searching.gateway.registry.current().tools.get("crm__search_tools");

    expect(held?.hold).toEqual({ kind: "name-taken", name: "search_tools", owner: "toolcourt" });
    expect(namesOf(searching)).toEqual(["search_tools", "call_tool", "get-shown"]);
    expect(searching.lines.join("\n")).toContain(
      "its name 'search_tools' belongs to the gateway itself",
    );
  });

  it("answers no search", async () => {
    const call = { callId: "1", correlationId: "1", traceId: "1", principal: local };
    const agent = { name: "tester", version: "1.0.0" };
    const search = { ...call, agent, tool: "search_tools", arguments: { query: "a city" } };
    const never = new AbortController().signal;

    const answer = await searching.gateway.callTool(search, never);

    expect(JSON.stringify(answer)).toContain("get-searched");
    expect(JSON.stringify(answer)).not.toContain("search_tools");
  });

  it("stays held when its server lists its tools again", async () => {
    const opened = await open("search");
    await opened.gateway.registry.replace("crm", tools);

    expect(namesOf(opened)).toEqual(["search_tools", "call_tool", "get-shown"]);
  });

  it("is searched and called under a qualified name", async () => {
    const { gateway } = await open("search", "qualified");

    expect(gateway.registry.current().tools.get("crm__search_tools")?.hold).toBeUndefined();
  });

  it("is searched and called under the name of an overlay", async () => {
    const { gateway } = await open("search", "bare", { search_tools: "find_tools" });

    expect(gateway.registry.current().tools.get("find_tools")?.hold).toBeUndefined();
  });

  it("is held if only an overlay named it so", async () => {
    const { gateway } = await open("search", "bare", {
      search_tools: "find_tools",
      "get-searched": "call_tool",
    });
    const { tools: known } = gateway.registry.current();

    expect(known.get("call_tool")).toBeUndefined();
    expect(known.get("crm__get-searched")?.hold).toMatchObject({ name: "call_tool" });
  });
});
