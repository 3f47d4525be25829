import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPolicy } from "../../packages/gateway/src/governance/policy/read-policy.ts";
import { policySchema } from "../../packages/gateway/src/governance/policy/schema.ts";
import { origins } from "../../packages/gateway/src/governance/policy/sequence-schema.ts";
import { readTrace } from "../../packages/gateway/src/governance/sequences/read-trace.ts";
import {
  createReplay,
  judgeTrace,
} from "../../packages/gateway/src/governance/sequences/replay-trace.ts";
import { openTraceOrigins } from "../../packages/gateway/src/governance/sequences/trace-origins.ts";
import { roles } from "../../packages/sdk/src/contract/flow.ts";

const page = readFileSync(new URL("../../docs/sequences.md", import.meta.url), "utf8");
const [policyText = "", traceText = ""] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(
  ([, text]) => text,
);

describe("docs/sequences.md", () => {
  it("shows a policy that can be used, with every key", () => {
    const reading = readPolicy(policyText, "policy.yaml");
    const used = reading.kind === "policy" ? reading.policy.sequences : [];
    const keys = new Set(used.flatMap(({ entry }) => Object.keys(entry)));
    const selectors = ["principals", "kinds", "tenants", "roles", "tags", "categories"];
    const all = Object.keys(policySchema.shape.sequences.unwrap().element.shape);

    expect(reading).toMatchObject({ kind: "policy" });
    expect([...keys, ...selectors].toSorted()).toEqual(all.toSorted());
  });

  it.each([
    ...Object.keys(policySchema.shape.sequences.unwrap().element.shape),
    ...roles,
    ...origins,
  ])("names %s", (word) => {
    expect(page).toMatch(new RegExp(`\`${word}(: false)?\``));
  });

  it("shows a trace that its policy decides as expected", () => {
    const policy = readPolicy(policyText, "policy.yaml");
    const reading = readTrace(traceText, "trace.yaml");
    if (policy.kind === "invalid") throw new TypeError(policy.problems.join("\n"));
    if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
    const { trace } = reading;
    const replay = createReplay(trace, policy.policy, openTraceOrigins(trace, policy.policy));
    const answers = judgeTrace(policy.policy, trace, replay);

    expect(answers.map(({ right, account }) => [right, account.decision.kind])).toEqual([
      [true, "passed"],
      [true, "passed"],
      [true, "asks"],
    ]);
  });
});
