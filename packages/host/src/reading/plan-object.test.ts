import { isDeepStrictEqual } from "node:util";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planObject } from "./plan-object.ts";

/** Returns the parsed object, or the code of the refusal. */
function read(said: unknown): unknown {
  try {
    return planObject(said);
  } catch (error) {
    return isRefusal(error) ? error.code : error;
  }
}

const plan = '{"type":"call_tool","tool":"a","arguments":{}}';

describe("a plan as text", () => {
  it("is one JSON object, optionally surrounded by whitespace", () => {
    expect(read(`\r\n\t ${plan} \n`)).toEqual(JSON.parse(plan));
  });

  it.each([
    "",
    " ",
    "null",
    "7",
    `"${plan.replaceAll('"', String.raw`\"`)}"`,
    `[${plan}]`,
    `${plan}${plan}`,
    `${plan}\n${plan}`,
    `${plan},`,
    `\`\`\`json\n${plan}\n\`\`\``,
    `\`\`\`\n${plan}\n\`\`\``,
    `Here is the plan: ${plan}`,
    `${plan} I hope this helps.`,
    `<think>hm</think>${plan}`,
    `// a plan\n${plan}`,
    `\uFEFF${plan}`,
    `\u00A0${plan}`,
    plan.replace("{}", "{},"),
    plan.replaceAll('"', "'"),
    plan.slice(0, -1),
    "[".repeat(100_000),
  ])("is refused in any other form: %s", (said) => {
    expect(read(said)).toBe("plan-not-one-object");
  });

  it.each([
    '{"type":"a","type":"b"}',
    String.raw`{"type":"a","\u0074ype":"b"}`,
    '{"arguments":{"a":1,"b":[{"c":1,"c":2}]}}',
  ])("has no duplicate keys: %s", (said) => {
    expect(read(said)).toBe("plan-duplicate-key");
  });

  it.each([
    '{"arguments":{"__proto__":{"isAdmin":true}}}',
    '{"arguments":{"a":12345678901234567890}}',
    '{"arguments":{"a":1e999}}',
    String.raw`{"arguments":{"a":"\ud800"}}`,
    `{"arguments":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`,
  ])("contains nothing that parsers interpret differently: %s", (said) => {
    expect(read(said)).toBe("plan-ambiguous");
  });

  it("is no longer than the arguments of a call may be", () => {
    expect(read(`{"a":"${"x".repeat(2 ** 20)}"}`)).toBe("plan-too-long");
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

    expect(read(said)).toEqual({ tool: "a" });
  });

  it.each([
    undefined,
    null,
    7,
    Symbol("plan"),
    () => plan,
    10n,
    [{ type: "call_tool" }],
    new Proxy({}, { ownKeys: () => expect.unreachable() }),
    { toJSON: () => expect.unreachable() },
  ])("is an object with a JSON text: %#", (said) => {
    expect(read(said)).toBe("plan-not-one-object");
  });
});

describe("any planner output", () => {
  it("is read as `JSON.parse` reads it, or refused", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 3 })), (said) => {
        const result = read(said);
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
        expect(read(isBefore ? text + plan : plan + text)).toBe("plan-not-one-object");
      }),
    );
  });

  it("is read the same as text and as a value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(read(value)).toEqual(read(JSON.stringify(value)));
      }),
    );
  });
});
