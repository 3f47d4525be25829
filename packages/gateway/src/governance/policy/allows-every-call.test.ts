import { policy, policyPrincipal, policyTool } from "@toolcourt/testing/policy";
import { assert, constantFrom, property, record, string, subarray } from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate.ts";

const ada = policyPrincipal({ roles: ["support"] });
const tool = policyTool();

function allows(...statements: readonly string[]): boolean {
  return policyOf(statements).allowsEveryCall(ada, tool);
}

function policyOf(statements: readonly string[]) {
  return policy(
    `roles: { support: [] }\nstatements:\n${statements.map((each) => `  - ${each}`).join("\n")}`,
  );
}

const allow = '{ id: a, effect: allow, roles: [support], tools: ["*"] }';
const allowSome = '{ id: b, effect: allow, roles: [support], tools: ["*"], when: args.id == "x" }';
const allowFixed =
  '{ id: c, effect: allow, roles: [support], tools: ["*"], when: principal.id == "ada" }';
const denySome = '{ id: d, effect: deny, principals: ["*"], tools: ["*"], when: has(args.secret) }';
const denyLater =
  '{ id: e, effect: deny, principals: ["*"], tools: ["*"], when: now.getHours() < 7 }';
const denyOthers =
  '{ id: f, effect: deny, principals: ["*"], tools: ["*"], when: principal.id != "ada" }';

describe("allowsEveryCall", () => {
  it.each([
    ["a statement without a condition", true, [allow]],
    ["a condition about the principal", true, [allowFixed]],
    ["a deny that never concerns the principal", true, [allow, denyOthers]],
    ["a condition about arguments", false, [allowSome]],
    ["a deny that depends on arguments", false, [allow, denySome]],
    ["a deny that depends on the time", false, [allow, denyLater]],
    ["no statement", false, [denyOthers]],
  ])("decides by %s", (_, expected, statements) => {
    expect(allows(...statements)).toBe(expected);
  });

  it("needs the permissions of the contract", () => {
    const guarded = policyTool({ contract: { terms: { permissions: ["customers:read"] } } });

    expect(policyOf([allow]).allowsEveryCall(ada, guarded)).toBe(false);
  });

  it("needs a yes of the policy beside it too", () => {
    const both = policyOf([allow]).limitedBy(policyOf([allow, denySome]), "both");

    expect(both.allowsEveryCall(ada, tool)).toBe(false);
  });

  it.each([
    ["asks about the tool", false, "unattended: false, ask: operator"],
    ["only observes", true, "unattended: false, ask: operator, mode: observe"],
    ["is about another tool", true, "tools: [other], unattended: false, ask: operator"],
    ["is about another effect", true, "effects: [write], unattended: false, ask: operator"],
    ["is about another principal", true, "roles: [audit], unattended: false, ask: operator"],
  ])("looks at a statement about sequences that %s", (_, expected, entry) => {
    const roles = "roles: { support: [], audit: [] }";
    const written = `${roles}\nstatements:\n  - ${allow}\nsequences:\n  - { id: s, ${entry} }`;

    expect(policy(written).allowsEveryCall(ada, tool)).toBe(expected);
    expect(policyOf([allow]).limitedBy(policy(written), "both").allowsEveryCall(ada, tool)).toBe(
      expected,
    );
  });

  it("is never true where a call is refused", () => {
    const all = [allow, allowSome, allowFixed, denySome, denyLater, denyOthers];
    const calls = record({ id: constantFrom("x", "y"), other: string() });
    const secret = record({ id: string(), secret: string() });
    const cases = record({ statements: subarray(all, { minLength: 1 }), calls, secret });

    assert(
      property(cases, ({ statements, ...inputs }) => {
        const written = policyOf(statements);
        if (!written.allowsEveryCall(ada, tool)) return;
        for (const args of [inputs.calls, inputs.secret, {}]) {
          const question = { principal: ada, tool, args, now: 0 };
          expect(evaluate(written, question).kind).toBe("allowed");
        }
      }),
    );
    expect(policyOf([allow]).allowsEveryCall(ada, tool)).toBe(true);
  });
});
