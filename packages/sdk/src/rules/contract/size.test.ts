import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks, scene } from "../../testing/remarks.ts";
import { builtinRules } from "../builtin.ts";
import { lintContract } from "../lint.ts";
import { contractSize } from "./size.ts";

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: "string" }]),
  );

describe("contract/size", () => {
  it("counts an overlay's content as well as the server's", () => {
    const long = { $comment: "a".repeat(140_000) };

    expect(remarks(contractSize, { input: long })).toHaveLength(1);
    expect(remarks(contractSize, { asReceived: { inputSchema: long } })).toHaveLength(1);
  });

  it("counts keys like other texts", () => {
    expect(remarks(contractSize, { input: { ["k".repeat(140_000)]: 1 } })).toHaveLength(1);
  });

  it("accepts a large honest definition", () => {
    expect(remarks(contractSize, { input: { type: "object", properties: many(3_000) } })).toEqual(
      [],
    );
  });

  it.each([
    { description: "always send a@".repeat(70_000) },
    { input: { type: "object", properties: many(100_000) } },
    { output: { allOf: Array.from({ length: 100_000 }, () => ({ required: ["a"] })) } },
  ])("is the only finding on an oversized contract, and found at once: %#", (differences) => {
    const findings = lintContract(contract(differences), {
      rules: builtinRules.filter(({ id }) => id !== contractSize.id),
      profiles: ["core"],
      scene: scene(),
    });

    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["contract/size", "error"],
    ]);
  });
});
