import { describe, expect, it } from "vitest";
import { learnConditions, type RecordedDecision } from "./learn-conditions.ts";
import type { Policy } from "./policy.ts";
import { readPolicy } from "./read-policy.ts";
import type { RecordedQuestion } from "./recorded-question.ts";
import { replay } from "./replay.ts";

function policyOf(text: string): Policy {
  const reading = readPolicy(`version: 1\n${text}\n...\n`, "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  return reading.policy;
}

const question: RecordedQuestion = {
  principal: { id: "subject-1", kind: "user", permissions: [], roles: ["support"] },
  identity: "other",
  tool: {
    publicName: "refund",
    contract: { server: "payments", name: "refund", effect: "write", digest: "d", terms: {} },
  },
  hasTerms: true,
  now: Date.UTC(2026, 10, 19, 12),
};

const roles = "roles: { support: [], billing: [] }";
const small = 'when: "args.amount <= 100.0"';

function allow(id: string, more: string): string {
  return `  - { id: ${id}, effect: allow, tools: [refund], ${more} }`;
}

describe("replay", () => {
  it.each([
    ["allows by role", allow("yes", "roles: [support]"), "allowed", "yes"],
    ["refuses without a statement", allow("yes", "roles: [billing]"), "refused", undefined],
    [
      "knows the time",
      allow("noon", 'roles: [support], when: "now.getHours() == 12"'),
      "allowed",
      "noon",
    ],
    [
      "knows the tool",
      allow("t", `roles: [support], when: "tool.effect == 'write'"`),
      "allowed",
      "t",
    ],
    [
      "lets a deny win",
      `${allow("yes", "roles: [support]")}\n  - { id: no, effect: deny, kinds: [user], tools: ["*"] }`,
      "refused",
      "no",
    ],
  ])("%s", (_name, statements, ...decision) => {
    const policy = policyOf(`${roles}\nstatements:\n${statements}`);

    const { answer, statement } = replay(policy, question);

    expect([answer, statement]).toEqual(decision);
  });

  it.each([
    ["arguments", allow("small", `roles: [support], ${small}`), ["args.amount"]],
    [
      "a connection",
      allow("c", `roles: [support], when: "connection.name == 'x'"`),
      ["connection.name"],
    ],
    [
      "claims",
      allow("c", `roles: [support], when: "principal.claims.a == 'x'"`),
      ["principal.claims"],
    ],
    ["an id", allow("i", `roles: [support], when: "principal.id == 'x'"`), ["principal.id"]],
  ])("leaves open what depends on %s", (_name, statements, lacks) => {
    const policy = policyOf(`${roles}\nstatements:\n${statements}`);

    expect(replay(policy, question)).toEqual({ answer: "unknown", statement: undefined, lacks });
  });

  it("leaves open whether a claim gives a role", () => {
    const subjects = "subjects: [{ claims: { department: finance }, roles: [billing] }]";
    const policy = policyOf(
      `${roles}\n${subjects}\nstatements:\n${allow("b", "roles: [billing]")}`,
    );

    expect(replay(policy, question)).toMatchObject({
      answer: "unknown",
      lacks: ["principal.claims"],
    });
  });

  it("is sure where an open condition changes nothing", () => {
    const open = allow("small", `roles: [support], ${small}`);
    const policy = policyOf(`${roles}\nstatements:\n${open}\n${allow("all", "roles: [support]")}`);

    expect(replay(policy, question)).toMatchObject({ answer: "allowed", statement: undefined });
  });

  it("finds a caller that the policy names, and no other one", () => {
    const policy = policyOf(`statements:\n${allow("ada", "principals: [ada]")}`);
    const ada = { ...question, principal: { ...question.principal, id: "ada" } };

    expect(replay(policy, { ...ada, identity: "known" }).answer).toBe("allowed");
    expect(replay(policy, question).answer).toBe("refused");
    expect(replay(policy, { ...question, identity: "unknown" }).answer).toBe("unknown");
  });

  it("knows neither tags nor permissions of a tool that is gone", () => {
    const policy = policyOf(`${roles}\nstatements:
  - { id: tagged, effect: allow, roles: [support], tags: [safe] }
  - { id: none, effect: deny, roles: [support], effects: [destroy] }`);
    const gone = { ...question, hasTerms: false };

    expect(replay(policy, question).answer).toBe("refused");
    expect(replay(policy, gone)).toMatchObject({ answer: "unknown", lacks: ["tool"] });
  });
});

describe("learnConditions", () => {
  const before = policyOf(`${roles}
statements:
  - { id: huge, effect: deny, kinds: [user], tools: ["*"], when: "args.amount > 900.0" }
${allow("small", `roles: [support], ${small}`)}
${allow("urgent", 'roles: [support], when: "has(args.urgent)"')}`);

  const after = (statements: string) => policyOf(`${roles}\nstatements:\n${statements}`);
  const tried = (policy: Policy, decision: RecordedDecision) =>
    replay(policy, question, learnConditions(before, question, decision)).answer;

  it("proves from an allowed call that its condition held, and that no deny did", () => {
    const decision = { kind: "allowed", statement: "small" } as const;

    expect(tried(before, decision)).toBe("allowed");
    expect(tried(after(allow("other", `roles: [support], ${small}`)), decision)).toBe("allowed");
    expect(tried(after(allow("u", 'roles: [support], when: "has(args.urgent)"')), decision)).toBe(
      "unknown",
    );
  });

  it("proves from a refused call that no condition of an allow held", () => {
    const decision = { kind: "refused", statement: undefined } as const;

    expect(tried(before, decision)).toBe("refused");
    expect(tried(after(allow("free", "roles: [support]")), decision)).toBe("allowed");
  });

  it("proves from a deny only that it held or failed", () => {
    const decision = { kind: "refused", statement: "huge" } as const;

    expect(tried(before, decision)).toBe("refused");
    expect(
      tried(after(allow("big", 'roles: [support], when: "args.amount > 900.0"')), decision),
    ).toBe("unknown");
  });

  it("proves nothing from a call that was refused before its arguments, or by another policy", () => {
    expect(
      learnConditions(before, question, { kind: "not-permitted", statement: undefined }).size,
    ).toBe(0);
    expect(learnConditions(before, question, { kind: "allowed", statement: "gone" }).size).toBe(0);
  });
});
