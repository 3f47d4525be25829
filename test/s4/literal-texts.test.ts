import { describe, expect, it } from "vitest";
import { unreachable } from "../../packages/gateway/src/catalog/unreachable.ts";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { type EventName, events } from "../../packages/gateway/src/telemetry/events.ts";
import { createTextWriter } from "../../packages/gateway/src/telemetry/writers.ts";
import { start, type TestToolbox } from "../../packages/testing/src/admission.ts";
import { tool } from "../../packages/testing/src/tool.ts";

// The texts of the requirement, copied from it. A name in braces stands for a value.

const unconfigured = `Tool '{tool_name}' from MCP server '{mcp_name}' is not configured in the toolbox.

MCP Server: {mcp_name}
Mode: strict
Missing Tool: {tool_name}

Configured tools: [{list_of_configured_tool_names}]

To resolve:
1. Add the tool to myai.toolbox.tools in your configuration, OR
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`;

const unconnected = `Failed to connect to MCP server '{mcp_name}' at {url}
Error: {connection_error_details}

The application cannot start without connecting to all configured MCP servers.`;

const empty = "WARNING: MCP server '{mcp_name}' at {url} returned no tools";

const undefaulted =
  "MCP server '{mcp_name}' is configured with mode='dynamic' but missing required field 'default_tool_config'";

const validator = "default_tool_config is required when mode is 'dynamic'";

const defaulted =
  "INFO: Tool '{tool_name}' from MCP '{mcp_name}' not explicitly configured, using default configuration";

const discovered =
  "INFO: New tool '{tool_name}' discovered from MCP server '{mcp_name}', registering with default configuration";

const removed =
  "WARNING: Tool '{tool_name}' was configured but is no longer available from MCP server '{mcp_name}'";

const explicit =
  "DEBUG: Tool '{tool_name}' registered with explicit configuration: {config_details}";

const merged =
  "DEBUG: Tool '{tool_name}' configuration merged: explicit={explicit_config}, default={default_config}, final={final_config}";

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `no ${name}`);
}

const names = { tool_name: "get_customer", mcp_name: "crm", url: "http://crm.example/mcp" };
const has = [tool({ name: "get_customer" })];

/** The lines that a start prints, with all levels. */
async function linesOf(toolbox: TestToolbox): Promise<readonly string[]> {
  const lines: string[] = [];
  const write = createTextWriter({ print: (line) => void lines.push(line), minLevel: "debug" });
  const { events: entries } = await start(toolbox);
  for (const entry of entries) write(entry);
  return lines;
}

describe("a message of the start", () => {
  it("S4-20: is the text about a tool that is not configured", async () => {
    const starting = start({
      toolboxPath: "myai.toolbox",
      tools: [{ name: "sum_numbers" }, { name: "multiply_numbers" }],
      servers: [{ name: "crm", mode: "strict", has }],
    });
    const list = { list_of_configured_tool_names: "sum_numbers, multiply_numbers" };

    const refusal: unknown = await starting.catch((error: unknown) => error);

    expect(refusal).toHaveProperty("message", filled(unconfigured, { ...names, ...list }));
  });

  it("S4-21: is the text about a server without a connection", () => {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const details = { connection_error_details: "the connection was refused (ECONNREFUSED)" };

    const { message } = unreachable({ name: "crm", address: names.url }, cause);

    expect(message).toBe(filled(unconnected, { ...names, ...details }));
  });

  it("S4-23, S4-24: is the text about missing defaults, with the validator's text as its detail", () => {
    const text =
      "myai: { toolbox: { mcps: [{ name: crm, url: 'http://a', transport: sse, mode: dynamic }] } }";
    const place = "toolcourt.yaml:1:27 myai.toolbox.mcps[0]";

    expect(() => loadConfig(text, { file: "toolcourt.yaml", environment: {} })).toThrow(
      expect.objectContaining({
        details: {
          file: "toolcourt.yaml",
          problems: [`${place}: ${filled(undefaulted, names)} (${validator})`],
        },
      }),
    );
  });
});

describe("a line of the start", () => {
  it("S4-22, S4-33: is the text about a server without tools", async () => {
    const lines = await linesOf({ servers: [{ name: "crm", has: [] }] });

    expect(lines).toContain(filled(empty, names));
  });

  it("S4-31: is the text about a tool with default settings", async () => {
    const lines = await linesOf({ servers: [{ name: "crm", has }] });

    expect(lines).toContain(filled(defaulted, names));
  });

  it("S4-32: is the text about a new tool", async () => {
    const { lock } = await start({ servers: [{ name: "crm", has: [] }] });
    const lines = await linesOf({ lock, servers: [{ name: "crm", has }] });

    expect(lines).toContain(filled(discovered, names));
  });

  it("S4-34: is the text about a tool that is gone", async () => {
    const tools = [{ name: "get_customer" }];
    const lines = await linesOf({ tools, servers: [{ name: "crm", has: [] }] });

    expect(lines).toContain(filled(removed, names));
  });

  it("S4-35: is the text about a tool with explicit settings", async () => {
    const tools = [{ name: "get_customer", maxInstances: 20, timeoutMs: 60_000 }];
    const lines = await linesOf({ tools, servers: [{ name: "crm", mode: "strict", has }] });
    const config = { config_details: '{"max_instances":20,"timeout":"PT1M"}' };

    expect(lines).toContain(filled(explicit, { ...names, ...config }));
  });

  it("S4-36: is the text about merged settings", async () => {
    const tools = [{ name: "get_customer", maxInstances: 20 }];
    const lines = await linesOf({ tools, servers: [{ name: "crm", has }] });
    const configs = {
      explicit_config: '{"max_instances":20}',
      default_config: '{"max_instances":10,"timeout":"PT30S"}',
      final_config: '{"max_instances":20,"timeout":"PT30S"}',
    };

    expect(lines).toContain(filled(merged, { ...names, ...configs }));
  });

  it.each<[EventName, string]>([
    ["tool.defaulted", "info"],
    ["tool.discovered", "info"],
    ["server.empty", "warning"],
    ["tool.removed", "warning"],
    ["tool.collided", "warning"],
    ["tool.qualified", "warning"],
    ["server.left-out", "error"],
    ["start.failed", "error"],
    ["tool.explicit", "debug"],
    ["tool.merged", "debug"],
  ])("S4-37: about %s has the level %s", (event, level) => {
    expect(events[event].level).toBe(level);
  });
});
