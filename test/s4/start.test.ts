import type { JsonObject, Tool } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { greetTool } from "../../packages/testing/src/local-tool.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { openTestGateway, type TestGateway } from "../gate/open-test-gateway.ts";

function named(...names: readonly string[]): readonly JsonObject[] {
  return names.map((name) => tool({ name }));
}

interface Entry {
  readonly name: string;
  readonly url: string;
  readonly mode: "strict" | "dynamic";
}

/** Settings for a tool entry that leave nothing to defaults. */
const whole = "timeout: PT9S";
const defaults = "default_tool_config: { max_instances: 3, timeout: PT7S }";

function configOf(servers: readonly Entry[], tools: readonly string[]): string {
  const entries = servers.map(
    ({ name, url, mode }) =>
      `    - { name: ${name}, url: "${url}", transport: streamable_http, mode: ${mode}${mode === "dynamic" ? `, ${defaults}` : ""} }`,
  );
  const listed = tools.map((each) => `    - { max_instances: 2, name: ${each} }`);
  return [
    "myai:",
    "  toolbox:",
    `    tools: ${listed.length === 0 ? "[]" : ""}`,
    ...listed.map((line) => `  ${line}`),
    "    mcps:",
    ...entries.map((line) => `  ${line}`),
  ].join("\n");
}

function settingsIn({ gateway }: TestGateway): Record<string, unknown> {
  const { tools } = gateway.registry.current();
  return Object.fromEntries(
    [...tools].map(([name, { settings, hold }]) => [
      name,
      hold ?? { maxInstances: settings.maxInstances, timeoutMs: settings.timeoutMs },
    ]),
  );
}

const explicit = { maxInstances: 2, timeoutMs: 9_000 };
const merged = { maxInstances: 2, timeoutMs: 7_000 };
const byDefault = { maxInstances: 3, timeoutMs: 7_000 };

// Section 5.2 of the requirement S4: whole starts with real loopback servers.
describe("startup", () => {
  it("S4-63: succeeds with strict and dynamic servers together", async () => {
    await using careful = await openCountingServer({ tools: named("get-one", "get-two") });
    await using open = await openCountingServer({ tools: named("get-three", "get-four") });
    const config = configOf(
      [
        { name: "careful", url: careful.url, mode: "strict" },
        { name: "open", url: open.url, mode: "dynamic" },
      ],
      [`get-one, ${whole}`, `get-two, ${whole}`, "get-three"],
    );

    await using started = await openTestGateway(config);

    expect(settingsIn(started)).toEqual({
      "get-one": explicit,
      "get-two": explicit,
      "get-three": merged,
      "get-four": byDefault,
    });
    expect(started.lines).toContain(
      "INFO: Tool 'get-four' from MCP 'open' not explicitly configured, using default configuration",
    );
  });

  it("S4-64: succeeds with strict servers only", async () => {
    await using one = await openCountingServer({ tools: named("get-one") });
    await using two = await openCountingServer({ tools: named("get-two"), era: "legacy" });
    const config = configOf(
      [
        { name: "one", url: one.url, mode: "strict" },
        { name: "two", url: two.url, mode: "strict" },
      ],
      [`get-one, ${whole}`, `get-two, ${whole}`],
    );

    await using started = await openTestGateway(config);

    expect(settingsIn(started)).toEqual({ "get-one": explicit, "get-two": explicit });
  });

  it("S4-65: succeeds with dynamic servers only", async () => {
    await using one = await openCountingServer({ tools: named("get-one") });
    await using two = await openCountingServer({ tools: named("get-two"), era: "legacy" });
    const config = configOf(
      [
        { name: "one", url: one.url, mode: "dynamic" },
        { name: "two", url: two.url, mode: "dynamic" },
      ],
      [],
    );

    await using started = await openTestGateway(config);

    expect(settingsIn(started)).toEqual({ "get-one": byDefault, "get-two": byDefault });
  });

  it("S4-66: succeeds with local and server tools, and both can be called", async () => {
    await using server = await openCountingServer({ tools: named("get-one") });
    const config = configOf([{ name: "open", url: server.url, mode: "dynamic" }], ["greet-person"]);
    const local: readonly Tool[] = [greetTool];

    await using started = await openTestGateway(config, { local });
    const greeting = await started.gateway.callTool(
      callOf("greet-person", { person: "Ada" }),
      new AbortController().signal,
    );
    const forecast = await started.gateway.callTool(
      callOf("get-one", { city: "Geneva" }),
      new AbortController().signal,
    );

    expect(greeting).toMatchObject({ isError: false });
    expect(forecast).toMatchObject({ isError: false, structuredContent: { celsius: 21 } });
    expect(server.calls).toEqual([{ name: "get-one", arguments: { city: "Geneva" } }]);
  });

  it("S4-70: succeeds with a server that has no tools, with a warning", async () => {
    await using none = await openCountingServer({ tools: [] });
    await using open = await openCountingServer({ tools: named("get-one") });
    const config = configOf(
      [
        { name: "none", url: none.url, mode: "strict" },
        { name: "open", url: open.url, mode: "dynamic" },
      ],
      [],
    );

    await using started = await openTestGateway(config);

    expect(settingsIn(started)).toEqual({ "get-one": byDefault });
    expect(started.lines).toContain(`WARNING: MCP server 'none' at ${none.url} returned no tools`);
  });

  it("S4-67: fails if a server is unreachable: the command exits with the exact text", async () => {
    const server = await openCountingServer({ tools: [] });
    await server.stop();
    const config = configOf([{ name: "gone", url: server.url, mode: "strict" }], []);
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const { code, errors, output } = await run(["serve", "--port", "0"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(
      new RegExp(
        `Failed to connect to MCP server 'gone' at ${server.url}\nError: .+\n\nThe application cannot start without connecting to all configured MCP servers\\.`,
      ),
    );
    expect(output).toBe("");
  });

  it("S4-68: fails if a strict server has an unconfigured tool: the command exits with the exact text", async () => {
    await using server = await openCountingServer({ tools: named("get-one", "get-more") });
    const config = configOf([{ name: "careful", url: server.url, mode: "strict" }], ["get-one"]);
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const { code, errors, output } = await run(["serve", "--port", "0"], { folder: folder.path });

    expect(code).toBe(2);
    expect(
      errors,
    ).toContain(`Tool 'get-more' from MCP server 'careful' is not configured in the toolbox.

MCP Server: careful
Mode: strict
Missing Tool: get-more

Configured tools: [get-one]

To resolve:
1. Add the tool to myai.toolbox.tools in your configuration, OR
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`);
    expect(output).toBe("");
    // No lock: the findings of the start were not saved.
    const files = await folder.files();
    expect(files.filter((file) => !file.startsWith(".toolcourt/"))).toEqual(["toolcourt.yaml"]);
  });
});

function callOf(name: string, given: JsonObject) {
  return {
    callId: "call",
    principal: { id: "ada", permissions: "all" },
    correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
    traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
    agent: { name: "tester", version: "1.0.0" },
    tool: name,
    arguments: given,
  } as const;
}
