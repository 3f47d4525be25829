import { isDeepStrictEqual } from "node:util";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckedPlan, planObject, readPlan } from "./read-plan.ts";

const forecast = registeredTool({
  validateInput: (value) =>
    JSON.stringify(value) === '{"city":"Geneva"}'
      ? { kind: "valid", value }
      : { kind: "invalid", issues: [{ pointer: "/city", message: "expected a city" }] },
});
const host = { type: "string", "x-host-injected": true };
const hosted = registeredTool({
  publicName: "hosted",
  contract: toolContract({
    input: {
      type: "object",
      properties: {
        city: { type: "string" },
        correlation_id: host,
        login: { type: "object", properties: { password: host } },
      },
    },
  }),
  validateInput: () => expect.unreachable(),
});
const byName = new Map([forecast, hosted].map((tool) => [tool.publicName, tool]));

/** Returns the plan, or the code of the refusal. */
async function read(said: unknown): Promise<CheckedPlan | string> {
  try {
    return await readPlan(said, byName);
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

function plan(differences: JsonObject = {}): JsonObject {
  return { type: "call_tool", tool: "get-forecast", arguments: { city: "Geneva" }, ...differences };
}

function asking(differences: JsonObject = {}): JsonObject {
  return { type: "needs_more_info", missing: ["city"], question: "Which city?", ...differences };
}

/** Returns a parsed plan in the form a planner writes. */
function asWritten(result: CheckedPlan | string): unknown {
  if (typeof result === "string" || result.type === "needs_more_info") return result;
  expect([forecast, hosted]).toContain(result.tool);
  return { ...result, tool: result.tool.publicName };
}

describe("readPlan", () => {
  it("returns the offered tool and valid arguments", async () => {
    expect(await read(plan())).toEqual({
      type: "call_tool",
      tool: forecast,
      arguments: { city: "Geneva" },
    });
    expect(await read(JSON.stringify(asking()))).toEqual(asking());
  });

  it.each([
    [{}, "plan-malformed"],
    [plan({ type: "call_tools" }), "plan-malformed"],
    [plan({ tool: 7 }), "plan-malformed"],
    [plan({ tool: "" }), "plan-malformed"],
    [plan({ arguments: [] }), "plan-malformed"],
    [plan({ arguments: null }), "plan-malformed"],
    [plan({ arguments: '{"city":"Geneva"}' }), "plan-malformed"],
    [plan({ next: plan() }), "plan-malformed"],
    [plan({ approval: "given" }), "plan-malformed"],
    [{ ...asking(), ...plan() }, "plan-malformed"],
    [asking({ missing: [7] }), "plan-malformed"],
    [asking({ question: "" }), "plan-malformed"],
    [asking({ question: "x".repeat(1_001) }), "plan-malformed"],
    [asking({ question: "Which \u202Ecity?" }), "plan-malformed"],
    [asking({ missing: Array.from({ length: 51 }, () => "a") }), "plan-malformed"],
    [plan({ tool: "delete-everything" }), "plan-tool-unknown"],
    [plan({ tool: "constructor" }), "plan-tool-unknown"],
    [plan({ tool: " get-forecast" }), "plan-tool-unknown"],
    [plan({ tool: "GET-FORECAST" }), "plan-tool-unknown"],
    [plan({ arguments: {} }), "plan-input-invalid"],
    [plan({ arguments: { city: "Bern" } }), "plan-input-invalid"],
    [plan({ tool: "hosted", arguments: { correlation_id: "x" } }), "plan-fills-host-field"],
    [plan({ tool: "hosted", arguments: { correlation_id: null } }), "plan-fills-host-field"],
    [plan({ tool: "hosted", arguments: { login: { password: "" } } }), "plan-fills-host-field"],
  ])("refuses %j as %s", async (said, code) => {
    expect(await read(said)).toBe(code);
  });

  it("leaves validation of host-injected arguments to the pipeline", async () => {
    expect(await read(plan({ tool: "hosted" }))).toMatchObject({ arguments: { city: "Geneva" } });
  });

  it("reports the schema violations", async () => {
    await expect(readPlan(plan({ arguments: {} }), byName)).rejects.toMatchObject({
      details: { issues: ["/city: expected a city"] },
    });
  });

  it("accepts only plans for an offered tool with valid arguments", async () => {
    const near = fc.record(
      {
        type: fc.oneof(fc.constantFrom("call_tool", "needs_more_info"), fc.string()),
        tool: fc.oneof(fc.constantFrom("get-forecast", "hosted"), fc.string()),
        arguments: fc.oneof(fc.constant({ city: "Geneva" }), fc.jsonValue()),
        missing: fc.jsonValue(),
        question: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.jsonValue(), fc.string()), async (said) => {
        const result = await read(said);
        const isRefused = typeof result === "string" && result.startsWith("plan-");
        expect(isRefused || isDeepStrictEqual(asWritten(result), said)).toBe(true);
      }),
    );
  });
});

/** Returns the parsed object, or the code of the refusal. */
function readText(said: unknown): unknown {
  try {
    return planObject(said);
  } catch (error) {
    return isRefusal(error) ? error.code : error;
  }
}

const planText = '{"type":"call_tool","tool":"a","arguments":{}}';

describe("a plan as text", () => {
  it("is one JSON object, optionally surrounded by whitespace", () => {
    expect(readText(`\r\n\t ${planText} \n`)).toEqual(JSON.parse(planText));
  });

  it.each([
    "",
    " ",
    "null",
    "7",
    `"${planText.replaceAll('"', String.raw`\"`)}"`,
    `[${planText}]`,
    `${planText}${planText}`,
    `${planText}\n${planText}`,
    `${planText},`,
    `\`\`\`json\n${planText}\n\`\`\``,
    `\`\`\`\n${planText}\n\`\`\``,
    `Here is the planText: ${planText}`,
    `${planText} I hope this helps.`,
    `<think>hm</think>${planText}`,
    `// a planText\n${planText}`,
    `\uFEFF${planText}`,
    `\u00A0${planText}`,
    planText.replace("{}", "{},"),
    planText.replaceAll('"', "'"),
    planText.slice(0, -1),
    "[".repeat(100_000),
  ])("is refused in any other form: %s", (said) => {
    expect(readText(said)).toBe("plan-not-one-object");
  });

  it.each([
    '{"type":"a","type":"b"}',
    String.raw`{"type":"a","\u0074ype":"b"}`,
    '{"arguments":{"a":1,"b":[{"c":1,"c":2}]}}',
  ])("has no duplicate keys: %s", (said) => {
    expect(readText(said)).toBe("plan-duplicate-key");
  });

  it.each([
    '{"arguments":{"__proto__":{"isAdmin":true}}}',
    '{"arguments":{"a":12345678901234567890}}',
    '{"arguments":{"a":1e999}}',
    String.raw`{"arguments":{"a":"\ud800"}}`,
    `{"arguments":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`,
  ])("contains nothing that parsers interpret differently: %s", (said) => {
    expect(readText(said)).toBe("plan-ambiguous");
  });

  it("is no longer than the arguments of a call may be", () => {
    expect(readText(`{"a":"${"x".repeat(2 ** 20)}"}`)).toBe("plan-too-long");
  });
});

describe("a plan as a value", () => {
  it("is read once, even if a second read would differ", () => {
    let times = 0;
    const said = {
      get tool(): string {
        times += 1;
        return times === 1 ? "a" : "b";
      },
    };

    expect(readText(said)).toEqual({ tool: "a" });
  });

  it.each([
    undefined,
    null,
    7,
    Symbol("plan"),
    () => planText,
    10n,
    [{ type: "call_tool" }],
    new Proxy({}, { ownKeys: () => expect.unreachable() }),
    { toJSON: () => expect.unreachable() },
  ])("is an object with a JSON text: %#", (said) => {
    expect(readText(said)).toBe("plan-not-one-object");
  });
});

describe("any planner output", () => {
  it("is read as `JSON.parse` reads it, or refused", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 3 })), (said) => {
        const result = readText(said);
        const isAsRead = typeof result !== "string" && isDeepStrictEqual(result, JSON.parse(said));
        expect(isAsRead || String(result).startsWith("plan-")).toBe(true);
      }),
    );
  });

  it("is refused with anything but whitespace around the object", () => {
    const other = fc
      .string({ minLength: 1, unit: "grapheme" })
      .filter((text) => /[^ \t\r\n]/.test(text));
    fc.assert(
      fc.property(other, fc.boolean(), (text, isBefore) => {
        expect(readText(isBefore ? text + planText : planText + text)).toBe("plan-not-one-object");
      }),
    );
  });

  it("is read the same as text and as a value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(readText(value)).toEqual(readText(JSON.stringify(value)));
      }),
    );
  });
});
