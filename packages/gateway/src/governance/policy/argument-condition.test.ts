import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { compileArgumentCondition } from "./argument-condition.ts";

function asked(text: string, args: JsonObject, connection?: string) {
  const compiled = compileArgumentCondition(text);
  if (compiled.kind === "objections") return compiled.objections;
  return compiled.ask({ args, connection });
}

describe("compileArgumentCondition", () => {
  it("reads the arguments and the connection", () => {
    expect(asked("args.amount <= 10.0", { amount: 10 })).toBe("true");
    expect(asked("args.amount <= 10.0", { amount: 11 })).toBe("false");
    expect(asked('connection.name == "till"', {}, "till")).toBe("true");
  });

  it("fails, rather than holds, without an answer", () => {
    expect(asked("args.amount <= 10.0", {})).toBe("failed");
    expect(asked("args.amount <= 10.0", { amount: "10" })).toBe("failed");
    expect(asked('connection.name == "till"', {})).toBe("failed");
  });

  it.each([
    ['principal.id == "ada"', 0],
    ['args.to == "x" && now > timestamp("2026-01-01T00:00:00Z")', 18],
    ["args.list.exists(x, x == tool.name)", 25],
  ])("refuses other variables with their position: %s", (text, offset) => {
    const message = "This variable cannot be used here; there are args and connection.";
    expect(asked(text, {})).toEqual([{ offset, message }]);
  });

  it.each(["args.amount <", "1", "args.amount < 10.0 +"])(
    "refuses what is no condition: %s",
    (text) => {
      expect(asked(text, {})).toHaveLength(1);
    },
  );
});
