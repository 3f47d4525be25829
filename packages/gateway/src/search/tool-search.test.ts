import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { incomingCall, noAbort, outerCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { IncomingCall } from "../pipeline/call.ts";
import type { SearchableTool } from "./index-tools.ts";
import { withSearch } from "./tool-search.ts";

const ada = { id: "ada", permissions: "all" } as const;
const eve = { id: "eve", permissions: [] } as const;

function registered(name: string): RegisteredTool {
  const contract = {
    server: "crm",
    name,
    description: `About ${name}`,
    input: { type: "object" },
    effect: "read",
    terms: {},
    asReceived: {},
    digest: "",
  } as const;
  return {
    publicName: name,
    contract,
    home: { kind: "server", server: "crm" },
    settings: { maxInstances: 1, timeoutMs: 1, approval: "none" },
    findings: [],
  };
}

function listedAs(name: string): JsonObject {
  return { name, description: `About ${name}`, inputSchema: { type: "object" } };
}

const all = ["find", "save", "shown"].map(listedAs);
const few = all.slice(0, 1);

interface Opening {
  readonly isSearched?: (tool: RegisteredTool) => boolean;
  readonly tools?: readonly JsonObject[];
}

function open({
  isSearched = ({ publicName }) => publicName !== "shown",
  tools: callable = all,
}: Opening = {}) {
  const indexed: (readonly SearchableTool[])[] = [];
  const passed: IncomingCall[] = [];
  const logged: object[] = [];
  const search = withSearch(
    {
      listed: () => all,
      callable: ({ id }) => (id === "ada" ? callable : few),
      callTool: async (call) => {
        passed.push(call);
        return { content: [], isError: false };
      },
    },
    { toolOf: registered, isSearched },
    {
      load: async () => (tools) => {
        indexed.push(tools);
        return (_request, max) => tools.map((_tool, at) => at).slice(0, max);
      },
      log: (name, fields) => void logged.push({ name, ...fields }),
    },
  );
  return { search, indexed, passed, logged };
}

function searchFor(query: JsonValue, principal: IncomingCall["principal"] = ada): IncomingCall {
  return incomingCall({ tool: "search_tools", arguments: { query }, principal });
}

describe("a list with a search before it", () => {
  it("has the two tools, and what is not searched", () => {
    const { search } = open();

    expect(search.listed(ada).map(({ name }) => name)).toEqual([
      "search_tools",
      "call_tool",
      "shown",
    ]);
  });

  it("is the same array each time, so that its bytes are prepared once", () => {
    const { search } = open();

    expect(search.listed(ada)).toBe(search.listed(eve));
  });

  it("is unchanged if no tool of it is searched", () => {
    expect(open({ isSearched: () => false }).search.listed(ada)).toBe(all);
  });
});

describe("search_tools", () => {
  it("finds no tool that is for views alone", async () => {
    const hidden = { ...listedAs("hidden"), _meta: { ui: { visibility: ["app"] } } };
    const { search } = open({ tools: [...few, hidden] });

    const found = await search.callTool(searchFor("all"), noAbort);

    expect(found).toMatchObject({ structuredContent: { tools: [{ name: "find" }] } });
    expect(JSON.stringify(found)).not.toContain("hidden");
  });

  it("indexes each list once, however often it is searched", async () => {
    const { search, indexed } = open();
    for (const query of ["a", "b"]) await search.callTool(searchFor(query), noAbort);
    await search.callTool(searchFor("c", eve), noAbort);

    expect(indexed.map((tools) => tools.map(({ name }) => name))).toEqual([
      ["find", "save", "shown"],
      ["find"],
    ]);
  });

  it("indexes what a warm-up indexed no more", async () => {
    const { search, indexed } = open();
    await search.warmUp(all);
    await search.callTool(searchFor("a"), noAbort);

    expect(indexed).toHaveLength(1);
  });

  it("is logged without a word of its request, and passes nothing on", async () => {
    const { search, passed, logged } = open();
    await search.callTool(searchFor("hunter2"), noAbort);

    expect(passed).toEqual([]);
    expect(logged).toMatchObject([{ name: "tool.searched", found: 3, among: 3 }]);
    expect(JSON.stringify(logged)).not.toContain("hunter2");
  });

  it.each([[["query"]], ["text"], [7], [null]])("refuses the arguments %j", async (given) => {
    const { search } = open();
    const call = incomingCall({ tool: "search_tools", arguments: given });
    const error: unknown = await search.callTool(call, noAbort).catch((thrown: unknown) => thrown);

    expect(hasCode(error, "input-invalid")).toBe(true);
  });

  it("quotes no unknown key", async () => {
    const { search } = open();
    const call = incomingCall({ tool: "search_tools", arguments: { query: "a", "IGNORE ALL": 1 } });

    await expect(search.callTool(call, noAbort)).rejects.toMatchObject({
      message: "search_tools does not accept this input: only query and limit are known here.",
    });
  });
});

describe("call_tool", () => {
  it("passes on everything that its caller stated, under the name of the real tool", async () => {
    const { search, passed } = open();
    const stated = { queryId: "q1", namedApproval: "apr_1", sessionId: "s1" };
    const call = incomingCall({
      ...stated,
      tool: "call_tool",
      arguments: { name: "save", arguments: { a: 1 } },
    });
    await search.callTool(call, noAbort);

    expect(passed).toEqual([{ ...call, tool: "save", arguments: { a: 1 } }]);
  });

  it("passes on arguments of any form, for the first gate to judge", async () => {
    const { search, passed } = open();
    const given = { name: "save", arguments: "{}" };
    await search.callTool(incomingCall({ tool: "call_tool", arguments: given }), noAbort);

    expect(passed[0]?.arguments).toBe("{}");
  });

  it("is annotated as what it can be: any tool", () => {
    const { search } = open();
    const [, callTool] = search.listed(ada);

    expect(callTool).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    });
  });

  it("is no name for a tool that calls others", async () => {
    const { search, passed } = open();
    const call = incomingCall({
      tool: "call_tool",
      arguments: { name: "save" },
      within: outerCall,
    });
    await search.callTool(call, noAbort);

    expect(passed).toEqual([call]);
  });
});
