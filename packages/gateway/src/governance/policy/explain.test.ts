import { policy, policyPrincipal, policyQuestion } from "@toolcourt/testing/policy";
import { expect, it } from "vitest";
import { explain } from "./explain.ts";

const text = `roles: { reader: [cards:read], writer: [cards:write] }
statements:
  - { id: other-tool, effect: allow, roles: [reader], tools: [delete_customer] }
  - { id: other-role, effect: allow, roles: [writer], tools: ["*"] }
  - { id: too-large, effect: allow, roles: [reader], tools: ["*"], when: args.amount < 1.0 }
  - { id: no-such-key, effect: allow, roles: [reader], tools: ["*"], when: args.missing == 1.0 }
  - { id: this, effect: allow, roles: [reader], tools: ["*"] }
  - { id: that, effect: allow, roles: [reader], tools: ["*"] }`;

it("reports the fate of every statement", () => {
  const question = policyQuestion({
    principal: policyPrincipal({ roles: ["reader"] }),
    args: { amount: 5 },
  });
  const { decision, roles, statements } = explain(policy(text), question);

  expect(decision).toEqual({ kind: "allowed", statement: "this" });
  expect(roles).toEqual(["reader"]);
  expect(statements.map(({ id, fate }) => [id, fate])).toEqual([
    ["other-tool", "other-tool"],
    ["other-role", "other-principal"],
    ["too-large", "condition-false"],
    ["no-such-key", "condition-failed"],
    ["this", "decided"],
    ["that", "holds"],
  ]);
});
