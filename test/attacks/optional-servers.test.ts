import { describe, expect, it } from "vitest";
import { start, type TestServer } from "../../packages/testing/src/admission.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { greetTool } from "../../packages/testing/src/local-tool.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { entranceNames, openEntrances } from "../gate/entrances.ts";
import { fitting } from "../gate/forbidden.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf } from "./running-gateway.ts";

function server(name: string, ...tools: readonly string[]): TestServer {
  return { name, has: tools.map((each) => reading(each)) };
}

const good = server("good", "get-mail");
const optional = { required: false } as const;

// What an optional server does to prevent the start.
const attempts = [
  {
    what: "has unconfigured tools",
    bad: { ...server("bad", "get-one", "get-two"), mode: "strict" },
    code: "tool-unconfigured",
    because: "these tools are not configured: get-one, get-two",
  },
  {
    what: "has the tool of another server",
    bad: server("bad", "get-mail", "get-one"),
    code: "tool-collision",
    because: "Tool 'get-mail' from MCP server '",
  },
  {
    what: "has a local tool",
    bad: server("bad", "greet-person", "get-one"),
    code: "tool-collision",
    because: "Tool 'greet-person' from MCP server 'bad' has the same name as one from a local tool",
  },
] as const;

const cases = attempts.flatMap((attempt) =>
  (["after", "before"] as const).map((place) => ({ ...attempt, place })),
);

describe("an optional server", () => {
  it.each(cases)("cannot prevent the start if it $what ($place)", async (each) => {
    const { bad, because, code, place } = each;
    const left = { ...bad, ...optional };
    const toolbox = {
      collision: "error",
      tools: [{ name: "greet-person" }],
      local: [greetTool],
    } as const;

    const started = await start({
      ...toolbox,
      servers: place === "after" ? [good, left] : [left, good],
    });

    expect(started.snapshot.listed.map(({ name }) => name)).toEqual(["get-mail", "greet-person"]);
    const errors = started.lines.filter((line) => line.startsWith("ERROR: "));
    expect(errors).toEqual([
      expect.stringContaining(`MCP server 'bad' is left out until the next start: ${because}`),
    ]);
    expect(started.lock.servers.has("bad")).toBe(false);
    const required = start({ ...toolbox, servers: [good, bad] });
    await expect(required).rejects.toMatchObject({ code });
  });

  it("is not reachable at any entrance if it is left out", async () => {
    await using kept = await openCountingServer({ tools: [reading("get-mail")] });
    await using left = await openCountingServer({ tools: [reading("get-one")] });
    const strict = "mode: strict, required: false";
    const config = `toolbox:\n  mcps:\n${entryOf("kept", kept.url, dynamic)}\n${entryOf("left", left.url, strict)}`;
    await using opened = await openTestGateway(config);
    await using folder = await openFolder({ "toolcourt.yaml": config });
    await using stack = new AsyncDisposableStack();
    const principal = { id: "ada", permissions: "all" } as const;
    const entrances = await openEntrances({ ...opened, principal, folder: folder.path }, stack);

    for (const name of entranceNames) {
      for (const tool of ["get-mail", "get-one", "left__get-one"]) {
        await entrances[name]("tools/call", { name: tool, arguments: fitting });
      }
    }
    await opened.gateway.registry.replace("left", [reading("get-one")]);

    expect(opened.gateway.registry.current().tools.has("get-one")).toBe(false);
    expect([kept.calls.length, left.calls.length]).toEqual([entranceNames.length, 0]);
  });
});

it("S4-20: all unconfigured tools are named at once, each with the whole text", async () => {
  const strict = { mode: "strict" } as const;
  const starting = start({
    servers: [
      { ...server("one", "get-a", "get-b"), ...strict },
      { ...server("two", "get-c"), ...strict },
    ],
  });

  await expect(starting).rejects.toMatchObject({
    code: "tool-unconfigured",
    message: [text("get-a", "one"), text("get-b", "one"), text("get-c", "two")].join("\n\n"),
  });
});

function text(tool: string, owner: string): string {
  return `Tool '${tool}' from MCP server '${owner}' is not configured in the toolbox.

MCP Server: ${owner}
Mode: strict
Missing Tool: ${tool}

Configured tools: []

To resolve:
1. Add the tool to toolbox.tools in your configuration, OR
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`;
}
