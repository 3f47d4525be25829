import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

const crm = {
  name: "crm",
  url: "http://localhost:8180/mcp",
  transport: "streamable_http",
  mode: "dynamic",
  default_tool_config: {},
};
const support = { path: "/mcp/support", servers: ["crm"] };

function load(endpoints: readonly JsonObject[], server: JsonObject = {}) {
  const config = { toolbox: { mcps: [crm] }, server, endpoints: [...endpoints] };
  const text = JSON.stringify(config, undefined, 1);
  return loadConfig(text, { file: "toolcourt.yaml", environment: {} });
}

function problemOf(endpoints: readonly JsonObject[], server?: JsonObject): string {
  try {
    load(endpoints, server);
    return "";
  } catch (error) {
    return isRefusal(error) ? error.message : "";
  }
}

describe("endpoints", () => {
  it("are none by default, and the whole gateway is served", () => {
    expect(load([])).toMatchObject({ endpoints: [], isWholeServed: true });
  });

  it("have the name of their path, unless they have one of their own", () => {
    const ops = { path: "/teams/ops", tools: ["*"], prefix: "ops_", profile: ["core"] };
    const named = { path: "/mcp/x", name: "other", effects: ["read"], tags: ["a"] };

    expect(load([support, ops, named]).endpoints).toEqual([
      { ...support, name: "support", prefix: "", profiles: [] },
      { path: "/teams/ops", name: "teams/ops", tools: ["*"], prefix: "ops_", profiles: ["core"] },
      { ...named, prefix: "", profiles: [] },
    ]);
  });

  it("may be the only paths", () => {
    expect(load([support], { whole_gateway: false }).isWholeServed).toBe(false);
  });

  it("make the token of a client for their path one for the gateway", () => {
    const auth = {
      resource: "https://tools.example.com/base/mcp",
      issuers: [{ name: "a", issuer: "https://a.example", jwks_url: "https://a.example/keys" }],
    };

    expect(load([support], { auth }).auth?.trusted).toMatchObject([
      {
        audience: "https://tools.example.com/base/mcp",
        alsoFor: ["https://tools.example.com/base/mcp/support"],
      },
    ]);
  });

  it.each<readonly [what: string, changed: JsonObject, expected: string]>([
    ["the path of the whole gateway", { path: "/mcp" }, ".path: /mcp is the path of the whole"],
    ["that path in another case", { path: "/MCP" }, ".path: /mcp is the path of the whole"],
    ["the path of the admin API", { path: "/admin/v1" }, ".path: The gateway uses this path"],
    ["a path below it", { path: "/admin/v1/reload" }, ".path: The gateway uses this path"],
    ["a health page", { path: "/healthz" }, ".path: The gateway uses this path"],
    ["the readiness page", { path: "/readyz" }, ".path: The gateway uses this path"],
    ["the pages of OAuth", { path: "/.well-known/x" }, ".path: The gateway uses this path"],
    ["the root", { path: "/" }, ".path: Expected a path such as /mcp/support"],
    ["a relative path", { path: "mcp/support" }, ".path: Expected a path"],
    ["a slash at the end", { path: "/mcp/support/" }, ".path: Expected a path"],
    ["two slashes", { path: "/mcp//support" }, ".path: Expected a path"],
    ["dots", { path: "/mcp/../support" }, ".path: Expected a path"],
    ["an escape", { path: "/mcp/a%2fb" }, ".path: Expected a path"],
    ["a query", { path: "/mcp/a?b" }, ".path: Expected a path"],
    ["a pattern", { path: "/mcp/:team" }, ".path: Expected a path"],
    ["no path", { path: 7 }, ".path: Expected a path"],
    [
      "an unknown server",
      { servers: ["crn"] },
      '.servers[0]: No entry of `mcps` or `http` has this name, and it is not local. Did you mean "crm"?',
    ],
    ["an empty list", { servers: [] }, ".servers: Name at least one, or leave the key out."],
    [
      "an unknown effect",
      { effects: ["raed"] },
      '.effects[0]: Expected read, write or destroy, got "raed".',
    ],
    ["a prefix with a space", { prefix: "a b" }, ".prefix: Expected letters"],
    ["an empty prefix", { prefix: "" }, ".prefix: Expected letters"],
    ["a long prefix", { prefix: "a".repeat(33) }, ".prefix: Expected letters"],
    ["an unknown profile", { profile: ["cor"] }, ".profile[0]: Expected "],
    ["a name with a space", { name: "a b" }, ".name: Expected a name"],
    ["an unknown key", { tool: ["x"] }, '.tool: There is no such key. Did you mean "tools"?'],
  ])("refuse %s, with its place", (_, changed, expected) => {
    const problem = problemOf([{ ...support, ...changed }]);

    expect(problem).toMatch(/^toolcourt\.yaml:\d+:\d+ /m);
    expect(problem).toContain(`endpoints[0]${expected}`);
  });

  it("refuse one without a selection of tools", () => {
    expect(problemOf([{ path: "/mcp/support", prefix: "s_" }])).toContain(
      "endpoints[0]: Say which tools it offers: servers, tools, tags or effects.",
    );
  });

  it.each([
    [
      "path",
      { ...support, name: "other" },
      "endpoints[1].path: Another endpoint has the same path.",
    ],
    ["path in another case", { ...support, name: "b", path: "/mcp/SUPPORT" }, "same path"],
    ["name", { ...support, name: "support", path: "/mcp/b" }, "endpoints[1].name: Another"],
    [
      "derived name",
      { ...support, path: "/support" },
      "endpoints[1].path: Another endpoint has the same name",
    ],
  ])("refuse the same %s twice", (_, second, expected) => {
    expect(problemOf([support, second])).toContain(expected);
  });

  it("refuse a gateway without any path", () => {
    expect(problemOf([], { whole_gateway: false })).toContain(
      "server.whole_gateway: Without /mcp no client could connect: add an entry to `endpoints`.",
    );
  });

  it("have no prefix of the gateway's own names while tools are searched", () => {
    const searched = { ...support, discovery: "search", prefix: "search_" };

    expect(problemOf([searched])).toContain("The name search_tools begins like this");
    expect(problemOf([{ ...searched, discovery: "list" }])).toBe("");
  });
});
