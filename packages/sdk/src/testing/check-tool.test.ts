import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolRegistry, type ToolRegistry } from "../registry/tool-registry.ts";
import { hints } from "../result/build-hints.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { checkTool } from "./check-tool.ts";
import type { CheckOptions } from "./checklist/evidence.ts";
import type { TestFiles } from "./checklist/test-files.ts";
import { createFakeClock } from "./fake-clock.ts";

interface Behavior {
  readonly name?: string;
  readonly celsius?: () => number;
  readonly certainty?: (celsius: number) => number;
  readonly volatile?: boolean;
  readonly takes?: () => void;
  readonly expected?: number;
  readonly hintsChanged?: object;
}

const day = Date.UTC(2026, 10, 1);

/** A passing tool with the given differences. */
function forecast(behavior: Behavior = {}): Tool {
  const {
    name = "get-forecast",
    celsius,
    certainty,
    volatile = false,
    takes,
    expected = 6,
  } = behavior;
  return defineTool({
    name,
    description:
      "Returns the weather of a city for the coming days. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva tomorrow?",
    version: "1.0.0",
    permissions: ["weather:read"],
    parameters: z.object({
      city: z.string().min(1).max(100).describe("Name of the city"),
      days: z.int().min(1).max(7).default(1).describe("How many days ahead"),
      unit: z.enum(["C"]).default("C").describe("The unit, which is C"),
    }),
    result: z.object({
      celsius: z.number().min(-90).max(60).meta({ description: "Degrees", "x-volatile": volatile }),
    }),
    category: "query",
    responseTime: "fast",
    cacheable: true,
    cacheTTL: 60,
    idempotent: true,
    examples: [
      { description: "Geneva", params: { city: "Geneva" }, expectedResult: { celsius: expected } },
    ],
    tags: ["weather"],
    rateLimit: { maxCalls: 10, windowMs: 1_000 },
    handler: ({ city }) => {
      takes?.();
      const degrees = celsius?.() ?? city.length;
      return {
        data: { celsius: degrees },
        agentHints: {
          ...hints({
            confidence: [{ name: "known", value: certainty?.(degrees) ?? 1 / degrees }],
            sourceQuality: "high",
            validityPeriod: "short",
            reasoning: "Measured.",
          }),
          ...behavior.hintsChanged,
        },
      };
    },
  });
}

async function verdicts(tool: Tool, clock = createFakeClock(day)): Promise<Record<string, string>> {
  const { items } = await checkTool(tool, { samples: [{ city: "Rome" }], clock });
  return Object.fromEntries(items.map(({ requirement, verdict }) => [requirement, verdict]));
}

/** A tool not made by `defineTool`, which drops an id of its caller. */
function withoutTraceId({ invoke }: Tool): Partial<Tool> {
  return {
    invoke: async (...call) => {
      const { traceId: _, ...metadata } = (await invoke(...call)).metadata;
      return { ...(await invoke(...call)), metadata };
    },
  };
}

function numbers(series: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${series}-${from + index}`);
}

describe("checkTool", () => {
  it("answers every point of both checklists", async () => {
    const { items, passed } = await checkTool(forecast(), {
      samples: [{ city: "Rome" }],
      clock: createFakeClock(day),
    });

    expect(items.map(({ requirement }) => requirement)).toEqual([
      ...numbers("S0", 42, 47),
      "S3-106",
      "S3-112",
      ...numbers("S3", 117, 145),
    ]);
    expect(items.filter(({ verdict }) => verdict === "failed")).toEqual([]);
    expect(passed).toBe(true);
  });

  it("fails a tool whose result differs from its example", async () => {
    expect(await verdicts(forecast({ expected: 7 }))).toMatchObject({
      "S0-42": "failed",
      "S3-125": "passed",
    });
  });

  it("fails a query whose second answer differs", async () => {
    let celsius = 5;
    const next = () => {
      celsius += 1;
      return celsius;
    };

    expect(await verdicts(forecast({ celsius: next }))).toMatchObject({ "S3-125": "failed" });
  });

  it("allows a member marked volatile in the schema to vary", async () => {
    let celsius = 5;
    const next = () => {
      celsius += 1;
      return celsius;
    };

    expect(await verdicts(forecast({ celsius: next, volatile: true, expected: 1 }))).toMatchObject({
      "S0-42": "passed",
      "S3-125": "passed",
    });
  });

  it("fails a tool that violates its own result schema", async () => {
    expect(await verdicts(forecast({ celsius: () => 1_000 }))).toMatchObject({
      "S0-42": "failed",
      "S0-47": "failed",
      "S3-128": "failed",
      "S3-129": "passed",
      "S3-141": "failed",
    });
  });

  it.each([
    ["sourceQuality", "S3-131"],
    ["validityPeriod", "S3-132"],
    ["contextNeeded", "S3-133"],
    ["assumptions", "S3-134"],
    ["riskFactors", "S3-135"],
    ["dependencies", "S3-136"],
    ["estimatedImpact", "S3-137"],
    ["preferenceAlignment", "S3-138"],
  ])("fails a tool without %s at that point", async (field, requirement) => {
    const found = await verdicts(forecast({ hintsChanged: { [field]: undefined } }));
    const failed = Object.keys(found).filter((point) => found[point] === "failed");

    expect(failed.filter((point) => point >= "S3-129" && point <= "S3-138")).toEqual([
      "S3-129",
      requirement,
    ]);
  });

  it.each<readonly [string, (tool: Tool) => Partial<Tool>]>([
    [
      "S0-43",
      ({ invoke, contract: { terms } }) => ({
        invoke: (_, ...rest) => invoke(terms.examples?.[0]?.params, ...rest),
      }),
    ],
    ["S0-44", () => ({ result: z.any() })],
    ["S0-45", () => ({ name: "another-name" })],
    [
      "S3-106",
      ({ invoke }) => ({
        invoke: (input, ...rest) => {
          if (typeof input === "object") Object.assign(Object(input), { touched: true });
          return invoke(input, ...rest);
        },
      }),
    ],
    [
      "S3-112",
      ({
        invoke,
        contract: {
          terms: { permissions = [] },
        },
      }) => ({
        invoke: (input, context, around) => invoke(input, { ...context, permissions }, around),
      }),
    ],
    ["S3-140", withoutTraceId],
    ["S3-142", ({ invoke }) => ({ invoke: (input, context) => invoke(input, context) })],
    ["S3-143", ({ invoke }) => ({ invoke: (input, context) => invoke(input, context) })],
  ])("fails at %s a tool not made by defineTool that breaks the promise", async (point, change) => {
    const tool = forecast();

    expect(await verdicts({ ...tool, ...change(tool) })).toMatchObject({ [point]: "failed" });
  });

  it.each<readonly [string, object]>([
    ["S3-120", { permissions: ["weather"] }],
    ["S3-121", { category: undefined }],
    ["S3-122", { responseTime: undefined }],
    ["S3-123", { cacheable: undefined }],
    ["S3-124", { cacheTTL: undefined }],
    ["S3-125", { idempotent: false }],
    ["S3-126", { examples: [] }],
    ["S3-127", { tags: [] }],
  ])("fails at %s a tool with the terms %j", async (point, terms) => {
    const tool = forecast();
    const contract = { ...tool.contract, terms: { ...tool.contract.terms, ...terms } };

    expect(await verdicts(tool)).toMatchObject({ [point]: "passed" });
    expect(await verdicts({ ...tool, contract })).toMatchObject({ [point]: "failed" });
  });

  it.each<readonly [string, Partial<Tool["contract"]>]>([
    ["S3-118", { description: "Weather." }],
    ["S3-119", { input: { type: "object", properties: { city: {} } } }],
  ])("fails at %s a tool with another contract", async (point, differences) => {
    const tool = forecast();
    const contract = { ...tool.contract, ...differences };

    expect(await verdicts(tool)).toMatchObject({ [point]: "passed" });
    expect(await verdicts({ ...tool, contract })).toMatchObject({ [point]: "failed" });
  });

  it("warns about hints without reasoning", async () => {
    const found = await verdicts(forecast({ hintsChanged: { reasoning: undefined } }));

    expect(found).toMatchObject({ "S3-139": "warning" });
    expect(await verdicts(forecast())).toMatchObject({ "S3-139": "passed" });
  });

  it("warns about a constant confidence", async () => {
    expect(await verdicts(forecast({ certainty: () => 0.8 }))).toMatchObject({
      "S3-130": "warning",
    });
  });

  it("warns when calls take longer than the declared response time", async () => {
    const clock = createFakeClock(day);
    const takes = () => {
      clock.advance(101);
    };

    expect(await verdicts(forecast({ takes }), clock)).toMatchObject({ "S3-122": "warning" });
  });

  it("fails a tool forbidden by a rule, with the rule's message", async () => {
    const report = await checkTool(forecast({ name: "Forecast" }), { clock: createFakeClock(day) });

    expect(report.passed).toBe(false);
    expect(String(report)).toMatch(
      /^FAIL Unique name in kebab-case: .*\(meta\/name-kebab-verb-noun\)$/m,
    );
    expect(String(report)).toMatch(/Forecast failed: \d+ passed, \d+ warnings, \d+ failed, /);
  });

  it("does not judge confidence by a single result", async () => {
    const { items } = await checkTool(forecast(), { clock: createFakeClock(day) });

    expect(items.find(({ requirement }) => requirement === "S3-130")?.verdict).toBe(
      "not-applicable",
    );
  });
});

function registryWith(...tools: readonly Tool[]): ToolRegistry {
  const registry = createToolRegistry({ clock: createFakeClock(day) });
  for (const tool of tools) registry.register(tool);
  return registry;
}

/** Returns the verdicts about tests and registration. */
async function judged(options: Partial<CheckOptions>, tool = forecast()): Promise<string[]> {
  const { items } = await checkTool(tool, { clock: createFakeClock(day), ...options });
  return items
    .filter(({ requirement }) => ["S3-144", "S3-145"].includes(requirement))
    .map(({ verdict }) => verdict);
}

describe("checkTool, about the project", () => {
  const here = import.meta.filename;

  it("judges neither tests nor registry that it does not know", async () => {
    expect(await judged({})).toEqual(["not-applicable", "not-applicable"]);
  });

  it("passes a tool that the project tests and registers", async () => {
    const tool = forecast();
    const options = {
      registry: registryWith(tool),
      tests: { unit: [here], integration: [pathToFileURL(here)] },
    };

    expect(await judged(options, tool)).toEqual(["passed", "passed"]);
  });

  it("fails a tool that the registry lacks, or has in another version", async () => {
    expect(await judged({ registry: registryWith() })).toEqual(["not-applicable", "failed"]);
    expect(await judged({ registry: registryWith(forecast()) })).toEqual([
      "not-applicable",
      "failed",
    ]);
  });

  it("warns without integration tests", async () => {
    expect(await judged({ tests: { unit: [here] } })).toEqual(["warning", "not-applicable"]);
  });

  it.each<[string, TestFiles]>([
    ["without any file", { unit: [] }],
    ["with a file that is not there", { unit: ["/no/such/file.test.ts"] }],
    ["with a file without tests", { unit: [here.replace(".test.ts", ".ts")] }],
  ])("fails at the tests %s", async (_, tests) => {
    expect(await judged({ tests })).toEqual(["failed", "not-applicable"]);
  });

  it("fails at tests about another tool", async () => {
    const tool = forecast({ name: ["read", "elsewhere"].join("-") });

    expect(await judged({ tests: { unit: [here] } }, tool)).toEqual(["failed", "not-applicable"]);
  });
});
