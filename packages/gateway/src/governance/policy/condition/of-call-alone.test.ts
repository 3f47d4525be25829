import { describe, expect, it } from "vitest";
import { compileCondition } from "./compile.ts";
import { sequenceVariables } from "./environment.ts";
import { CallFacts } from "./facts.ts";

const calls = [
  new CallFacts({ tool: "pay", server: "bank", effect: "write", reach: "outside" }),
  new CallFacts({ tool: "read", server: "mail", effect: "read", reach: "internal" }),
];

function compiled(text: string) {
  const condition = compileCondition(text, sequenceVariables);
  if (condition.kind === "objections") throw new TypeError(JSON.stringify(condition));
  return condition;
}

describe("a condition on the call alone", () => {
  it.each([
    'call.tool == "pay"',
    '"pay" == call.tool',
    'call.server != "bank"',
    'call.effect in ["write", "destroy"]',
    '!(call.reach == "outside")',
    'call.tool == "pay" && call.reach == "outside"',
    'call.tool == "none" || call.effect == "write"',
  ])("is answered as the engine answers it: %s", (text) => {
    const { ofCall, condition } = compiled(text);
    const engine = calls.map((call) =>
      condition({ call }, { longest: 4, size: 100 }, { left: 1_000_000 }),
    );

    expect(calls.map((call) => String(ofCall?.(call)))).toEqual(engine);
    expect(new Set(engine).size).toBe(2);
  });

  it.each([
    'call.tool.startsWith("p")',
    "call.tool == principal.id",
    'call.tool == "pay" && args.amount > 1.0',
    "call.tool == call.server",
    "has(args.a)",
    "call.tool in args.tools",
    "true",
  ])("is no more than that: %s", (text) => {
    expect(compiled(text).ofCall).toBeUndefined();
  });
});
