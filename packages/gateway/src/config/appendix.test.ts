import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { configJsonSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// The configurations of requirement S4, verbatim.

const structure = `
myai:
  toolbox:
    max_concurrent: 10

    # Explicit tool configurations for local tools and MCP tools
    tools:
      - name: sum_numbers
        max_instances: 20
        timeout: P0DT0H0M30S
      - name: multiply_numbers
        max_instances: 15
      - name: get_customer  # MCP tool with explicit config
        max_instances: 10

    mcps:
      - name: customers
        url: http://localhost:8180/mcp/http/mcp
        transport: streamable_http
        mode: dynamic  # REQUIRED: 'strict' or 'dynamic'
        default_tool_config:  # REQUIRED for dynamic mode, OPTIONAL for strict
          max_instances: 10
          timeout: P0DT0H0M30S
        prompts: []

      - name: internal-tools
        url: http://localhost:8181/mcp/http/mcp
        transport: streamable_http
        mode: strict  # REQUIRED: must explicitly configure all tools
        prompts: []
`;

const minimalStrict = `
myai:
  toolbox:
    max_concurrent: 10
    tools:
      - name: get_customer
        max_instances: 10
    mcps:
      - name: customers
        url: http://localhost:8180/mcp/http/mcp
        transport: streamable_http
        mode: strict
`;

const minimalDynamic = `
myai:
  toolbox:
    max_concurrent: 10
    tools: []  # No explicit tools needed
    mcps:
      - name: customers
        url: http://localhost:8180/mcp/http/mcp
        transport: streamable_http
        mode: dynamic
        default_tool_config:
          max_instances: 10
          timeout: P0DT0H0M30S
`;

const mixed = `
myai:
  toolbox:
    max_concurrent: 10
    tools:
      # Local tools (always strict)
      - name: sum_numbers
        max_instances: 20

      # Override for specific MCP tool
      - name: get_customer
        max_instances: 50  # Higher limit for this tool
        timeout: P0DT0H1M0S  # 60 seconds

    mcps:
      # Trusted internal MCP - use dynamic mode
      - name: customers
        url: http://localhost:8180/mcp/http/mcp
        transport: streamable_http
        mode: dynamic
        default_tool_config:
          max_instances: 10
          timeout: P0DT0H0M30S

      # External MCP - use strict mode for security
      - name: external-api
        url: http://external.com/mcp
        transport: streamable_http
        mode: strict
`;

function toolboxOf(text: string) {
  return loadConfig(text, { file: "config.yaml", environment: {} }).toolbox;
}

describe("the configurations of S4", () => {
  it("load: the structure of section 2.1 (S4-7, S4-9)", () => {
    expect(toolboxOf(structure)).toMatchObject({
      maxConcurrent: 10,
      tools: [
        { name: "sum_numbers", maxInstances: 20, timeoutMs: 30_000 },
        { name: "multiply_numbers", maxInstances: 15 },
        { name: "get_customer", maxInstances: 10 },
      ],
      servers: [
        { name: "customers", mode: "dynamic", defaults: { maxInstances: 10, timeoutMs: 30_000 } },
        { name: "internal-tools", mode: "strict", prompts: [] },
      ],
    });
  });

  it("load: minimal strict (S4-44, S4-93)", () => {
    expect(toolboxOf(minimalStrict)).toMatchObject({
      tools: [{ name: "get_customer", maxInstances: 10 }],
      servers: [{ name: "customers", mode: "strict", prompts: [] }],
    });
  });

  it("load: minimal dynamic (S4-45, S4-93)", () => {
    expect(toolboxOf(minimalDynamic)).toMatchObject({
      tools: [],
      servers: [{ mode: "dynamic", defaults: { maxInstances: 10, timeoutMs: 30_000 } }],
    });
  });

  it("load: mixed (S4-93)", () => {
    const { tools, servers } = toolboxOf(mixed);

    expect(tools).toStrictEqual([
      { name: "sum_numbers", maxInstances: 20 },
      { name: "get_customer", maxInstances: 50, timeoutMs: 60_000 },
    ]);
    expect(servers.map(({ name, mode, address }) => ({ name, mode, address }))).toEqual([
      { name: "customers", mode: "dynamic", address: "http://localhost:8180/mcp/http/mcp" },
      { name: "external-api", mode: "strict", address: "http://external.com/mcp" },
    ]);
  });

  it("do not load in the form before the mode was required (S4-75)", () => {
    const before = minimalStrict.replace(/ +mode: strict\n/, "");

    expect(() => toolboxOf(before)).toThrow(
      "config.yaml:9:9 myai.toolbox.mcps[0].mode: This is missing; expected strict or dynamic.",
    );
  });
});

describe("the JSON Schema for editors", () => {
  const accepts = new Ajv2020({ strict: false, validateFormats: false }).compile(
    configJsonSchema(),
  );

  it.each([structure, minimalStrict, minimalDynamic, mixed])(
    "accepts the configurations of S4: %#",
    (text) => {
      expect(accepts(parse(text))).toBe(true);
    },
  );

  it.each([
    ["an unknown key", "toolbox: { x: 1 }"],
    [
      "a dynamic server without defaults",
      minimalDynamic.replace(/ +default_tool_config:\n.*\n.*\n/, ""),
    ],
    ["a server without a mode", minimalStrict.replace(/ +mode: strict\n/, "")],
    ["a server without an address", minimalStrict.replace(/ +url: .*\n/, "")],
    [
      "a child without a command",
      "toolbox: { mcps: [{ name: a, transport: stdio, mode: strict }] }",
    ],
    ["zero instances", "toolbox: { tools: [{ name: a, max_instances: 0 }] }"],
  ])("marks %s", (_, text) => {
    expect(accepts(parse(text))).toBe(false);
  });
});
