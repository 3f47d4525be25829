import { defineRule } from "@toolcourt/sdk/rules";
import { describe, expect, it } from "vitest";
import { judgeTools, type Verdict } from "./judge.ts";

const unique = defineRule({
  id: "name/unique",
  severity: { core: "error" },
  requirements: ["S0-1"],
  summary: "Require a name of its own",
  why: "",
  good: [],
  bad: [],
  *check({ name }, { namesakes }) {
    if (namesakes(name) > 1) yield { pointer: "/name", message: "Choose another name." };
  },
});

function judge(
  ...sources: readonly (readonly [server: string, tool: null | { name: string }])[]
): readonly Verdict[] {
  return judgeTools(
    sources.map(([server, tool]) => ({ server, tool })),
    { rules: [unique], profiles: ["core"], now: 0 },
  );
}

describe("judgeTools", () => {
  it("gives a tool without findings its digest and makes it callable", () => {
    const [verdict] = judge(["crm", { name: "a" }]);

    expect(verdict).toMatchObject({ server: "crm", name: "a", callable: true, findings: [] });
    expect(verdict?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it("counts duplicate names within one server only", () => {
    const verdicts = judge(["crm", { name: "a" }], ["crm", { name: "a" }], ["erp", { name: "a" }]);

    expect(verdicts.map(({ callable }) => callable)).toEqual([false, false, true]);
  });

  it("keeps equal names of two servers apart", () => {
    const verdicts = judge(["a", { name: "b/c" }], ["a/b", { name: "c" }]);

    expect(verdicts.every(({ callable }) => callable)).toBe(true);
  });

  it("reports an unreadable tool without affecting the others", () => {
    const [bad, good] = judge(["crm", null], ["crm", { name: "a" }]);

    expect(bad).toMatchObject({
      name: "",
      callable: false,
      digest: undefined,
      findings: [{ rule: "contract/readable", severity: "error", pointer: "" }],
    });
    expect(good?.callable).toBe(true);
  });
});
