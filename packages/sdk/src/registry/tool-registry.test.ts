import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hints } from "../result/build-hints.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolRefused } from "./tool-refused.ts";
import { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";

const described =
  "Returns nothing about cards. Use it when a test needs a tool. Returns an empty object. For example: get nothing.";

interface Differences {
  readonly category?: "query" | "analysis";
  readonly tag?: string;
  readonly description?: string;
}

function tool(name: string, differences: Differences = {}): Tool {
  const { category = "query", tag = "cards", description = described } = differences;
  return defineTool({
    name,
    description,
    version: "1.0.0",
    permissions: [],
    parameters: z.object({}),
    result: z.object({}),
    category,
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [{ description: "Any", params: {}, expectedResult: {} }],
    tags: [tag],
    handler: () => ({
      data: {},
      agentHints: hints({ confidence: [], sourceQuality: "high", validityPeriod: "short" }),
    }),
  });
}

function refusalBy(registry: ToolRegistry, refused: Tool): ToolRefused | undefined {
  try {
    registry.register(refused);
    return undefined;
  } catch (error) {
    return error instanceof ToolRefused ? error : undefined;
  }
}

describe("a tool registry", () => {
  it("finds tools by name, by category and by tag", () => {
    const registry = createToolRegistry();
    const one = tool("get-card");
    const two = tool("rate-card", { category: "analysis", tag: "scores" });
    registry.register(one);
    registry.register(two);

    expect(registry.get("get-card")).toBe(one);
    expect(registry.getAll()).toEqual([one, two]);
    expect(registry.getByCategory("analysis")).toEqual([two]);
    expect(registry.getByTag("cards")).toEqual([one]);
    expect(registry.getByTag("none")).toEqual([]);
  });

  it("refuses a second tool of the same name and keeps the first", () => {
    const registry = createToolRegistry();
    const first = tool("get-card");
    registry.register(first);

    expect(() => {
      registry.register(tool("get-card"));
    }).toThrow(/"get-card" already/);
    expect(registry.get("get-card")).toBe(first);
  });

  it.each<readonly [string, unknown]>([
    ["nothing", null],
    ["an object of the same name", { name: "get-card" }],
    ["a tool under another name", { ...tool("get-card"), name: "get-deck" }],
    ["a tool that cannot be invoked", { ...tool("get-card"), invoke: undefined }],
  ])("refuses %s", (_, stranger) => {
    const registry = createToolRegistry();

    expect(() => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stranger is what is tested
      registry.register(stranger as Tool);
    }).toThrow("Only what defineTool makes");
    expect(registry.getAll()).toEqual([]);
  });

  it.each(["constructor", "__proto__", "toString", ""])("finds no tool named %j", (name) => {
    expect(createToolRegistry().get(name)).toBeUndefined();
  });

  it("returns the findings about a tool", () => {
    const findings = createToolRegistry().validate(tool("get-card", { description: "Short." }));

    expect(findings.map(({ rule }) => rule)).toContain("meta/description-long-enough");
  });

  it("refuses a tool that breaks a rule of its profiles, with the findings", () => {
    const terse = tool("get_card", { description: "Short." });
    const strict = createToolRegistry();
    const lenient = createToolRegistry({ profiles: ["registry"] });

    const refusal = refusalBy(strict, terse);
    expect(refusal).toMatchObject({ name: "ToolRefused", tool: "get_card" });
    expect(refusal?.message).toMatch(/breaks \d+ rules of agent-hints:\n {2}\/description: /);
    expect(refusal?.findings.map(({ rule }) => rule)).toContain("meta/description-long-enough");
    lenient.register(terse);

    expect(strict.getAll()).toEqual([]);
    expect(lenient.getAll()).toEqual([terse]);
  });

  it("reports a tool whose name is taken by another", () => {
    const registry = createToolRegistry();
    const first = tool("get-card");
    registry.register(first);
    const rules = (judged: Tool) => registry.validate(judged).map(({ rule }) => rule);

    expect(rules(tool("get-card"))).toContain("meta/name-unique");
    expect(rules(first)).not.toContain("meta/name-unique");
  });
});
