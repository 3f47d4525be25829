import type { JsonObject } from "@toolcourt/sdk";
import { policy, policyPrincipal, policyTool } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import type { PolicyTool } from "../policy/question.ts";
import { explainSequence } from "./explain-sequence.ts";
import { judgeSequence, needsReservation, needsTenantCalls } from "./judge.ts";
import { noteCall, notedBy } from "./note-call.ts";
import type { Judgement, PastCall, SequenceQuestion, TracedValue } from "./question.ts";

const minute = 60_000;
const now = 100 * minute;
const fingerprint = (key: string, of: unknown): string => `${key}:${JSON.stringify(of)}`;

function toolOf(name: string, contract: Partial<PolicyTool["contract"]> = {}): PolicyTool {
  return policyTool({
    publicName: name,
    contract: { server: "bank", name, effect: "write", ...contract },
  });
}

const pay = toolOf("pay");

type Differences = Omit<Partial<SequenceQuestion>, "history"> & {
  readonly history?: Partial<SequenceQuestion["history"]>;
};

function ask({ history, ...differences }: Differences = {}): SequenceQuestion {
  return {
    principal: policyPrincipal(),
    tool: pay,
    effect: "write",
    reach: "internal",
    args: {},
    now,
    values: [],
    ...differences,
    history: { calls: [], labels: new Set(), fingerprint, ...history },
  };
}

function past(tool: string, differences: Partial<PastCall> = {}): PastCall {
  return {
    callId: tool,
    tool,
    server: "bank",
    effect: "write",
    reach: "internal",
    at: now - minute,
    state: "ran",
    noted: {},
    ...differences,
  };
}

function value(differences: Partial<TracedValue> = {}): TracedValue {
  return {
    pointer: "/to",
    role: "destination",
    kind: "email",
    isGuessed: false,
    origin: "third-party",
    ...differences,
  };
}

/** Judges by one statement, which refuses unless it says otherwise. */
function judge(statement: string, differences?: Differences): Judgement {
  return judgeSequence(policy(`sequences: [{ id: one, ${statement} }]`), ask(differences));
}

const passed = { decision: { kind: "passed" }, observed: [] };
const refused = (...findings: readonly object[]): object => ({
  decision: {
    kind: "refused",
    findings: findings.map((finding) => ({ statement: "one", ...finding })),
  },
  observed: [],
});
const failed = { because: "failed" };

function unattended(id: string, more = ""): string {
  return `{ id: ${id}, unattended: false${more} }`;
}

/** Returns the answer of statements that differ in these keys. */
function answerOf(...rest: readonly string[]): string {
  const entries = rest.map((each, index) => unattended(`s${index}`, each));
  const { decision } = judgeSequence(policy(`sequences: [${entries.join(", ")}]`), ask());
  return decision.kind === "asks" ? decision.from : decision.kind;
}

const ceiling = "tools: [pay], total: { of: args.amount, over: PT1H, at_most: 10 }";

function paid(amount: number, differences: Partial<PastCall> = {}): PastCall {
  return past("pay", { noted: { "args.amount": amount }, ...differences });
}

function total(args: JsonObject, ...calls: readonly PastCall[]): Judgement {
  return judge(ceiling, { args, history: { calls } });
}

/** Decides by a total after a refund, under a condition. */
function totalWhen(when: string): string {
  return judge(`when: '${when}', total: { of: args.amount, over: PT1H, at_most: 10 }`, {
    args: { amount: 8, id: "x" },
    history: { calls: [paid(5, { tool: "refund" })] },
  }).decision.kind;
}

function quote(sum: unknown, differences: Partial<PastCall> = {}): PastCall {
  return past("quote", {
    noted: {
      "result.total": fingerprint("result.total", sum),
      "result.to": fingerprint("result.to", "ch1"),
    },
    ...differences,
  });
}

function equal(...calls: readonly PastCall[]): Judgement {
  const statement = `equals: { args.amount: result("quote").total, args.to: 'result("bank/quote").to' }`;
  return judge(statement, { args: { amount: 5, to: "ch1" }, history: { calls } });
}

function looked(id: number, to: string, differences: Partial<PastCall> = {}): PastCall {
  const noted = { "args.id": fingerprint("args.id", id), "args.to": fingerprint("args.to", to) };
  return past("look", { noted, ...differences });
}

function after(...calls: readonly PastCall[]): Judgement {
  const statement = "after: { tool: look, same: [args.id, args.to], within: PT10M }";
  return judge(statement, { args: { id: 1, to: "x" }, history: { calls } });
}

function clerkIs(id: string): string {
  return `roles: { clerk: [] }
subjects: [{ principals: [${id}], roles: [clerk] }]
sequences: [${unattended("a", ", roles: [clerk]")}]`;
}

describe("judgeSequence", () => {
  it("passes without a statement, always with the same object", () => {
    expect(judge("tools: [other], unattended: false")).toEqual(passed);
    expect(judgeSequence(policy("statements: []"), ask())).toBe(
      judgeSequence(policy("statements: []"), ask()),
    );
  });

  it.each([
    ["principals: [grace]", false],
    ["principals: [ada]", true],
    ["tenants: [acme]", false],
    ["tools: [pay]", true],
    ['tools: ["bank/p*"]', true],
    ['tools: ["mail/pay"]', false],
    ["effects: [destroy]", false],
    ["effects: [write]", true],
    ["tags: [money]", false],
    ['when: call.tool == "pay"', true],
    ['when: call.reach == "outside"', false],
    ["when: args.amount > 5.0", true],
    ["when: args.amount < 5.0", false],
  ])("applies a statement with %s: %j", (selector, isMeant) => {
    const answer = judge(`${selector}, unattended: false`, { args: { amount: 7 } });

    expect(answer).toEqual(isMeant ? refused({ because: "attended" }) : passed);
  });

  it("selects by the effect of the call, which may be more than the tool's", () => {
    const answer = judge("effects: [destroy], unattended: false", { effect: "destroy" });

    expect(answer.decision.kind).toBe("refused");
  });

  it("refuses if a condition fails, also a statement that would ask", () => {
    expect(judge("when: args.amount > 5.0, unattended: false, ask: caller")).toEqual(
      refused(failed),
    );
  });

  it("lets a refusal outrank an operator, and an operator a caller", () => {
    const [caller, operator, observe] = [", ask: caller", ", ask: operator", ", mode: observe"];

    expect(answerOf(caller, operator, caller)).toBe("operator");
    expect(answerOf(caller)).toBe("caller");
    expect(answerOf(operator, "", caller)).toBe("refused");
    expect(answerOf(observe, caller)).toBe("caller");
    expect(answerOf(observe)).toBe("passed");
  });

  it("counts what an observer would have done, also if it fails", () => {
    const answer = judge("when: args.a == 1.0, unattended: false, mode: observe");

    expect(answer).toEqual({
      decision: { kind: "passed" },
      observed: [{ statement: "one", because: "failed" }],
    });
  });

  it("finds everything in all statements", () => {
    const text = `sequences:
  - { id: a, from: { destination: [user] }, content_without: [pii, secret], ask: caller }
  - { id: b, from: { destination: [user] }, unattended: false }`;
    const question = ask({
      values: [value(), value({ pointer: "/cc", origin: "user" }), value({ pointer: "/bcc" })],
      history: { labels: new Set(["secret", "pii"]) },
    });
    const { decision } = judgeSequence(policy(text), question);

    expect(decision.kind === "passed" ? [] : decision.findings).toMatchObject([
      { statement: "a", because: "origin", pointer: "/to" },
      { statement: "a", because: "origin", pointer: "/bcc" },
      { statement: "a", because: "label", label: "pii" },
      { statement: "a", because: "label", label: "secret" },
      { statement: "b", because: "origin", pointer: "/to" },
      { statement: "b", because: "origin", pointer: "/bcc" },
      { statement: "b", because: "attended" },
    ]);
  });

  it("fails a statement whose history cannot be read, and judges the others", () => {
    const text = `sequences:
  - { id: broken, after: { tool: look, same: [args.id] }, ask: caller }
  - { id: sound, unattended: false, ask: caller }`;
    const history = {
      calls: [past("look", { noted: { "args.id": "x" } })],
      fingerprint: () => {
        throw new Error("no key");
      },
    };

    expect(judgeSequence(policy(text), ask({ args: { id: 1 }, history })).decision).toEqual({
      kind: "refused",
      findings: [
        { statement: "broken", because: "failed" },
        { statement: "sound", because: "attended" },
      ],
    });
  });
});

describe("from", () => {
  it("trusts exactly the listed origins, role by role", () => {
    const statement = "from: { destination: [user, claimed] }";
    const values = [
      value({ origin: "claimed" }),
      value({ origin: "operator", pointer: "/cc" }),
      value({ origin: "third-party", role: "amount" }),
    ];

    expect(judge(statement, { values })).toEqual(
      refused({ because: "origin", ...value({ origin: "operator", pointer: "/cc" }) }),
    );
  });
});

describe("total", () => {
  it("adds up what acted, may have acted, or is in flight", () => {
    const calls = [
      paid(2),
      paid(3, { state: "running" }),
      paid(4, { state: "lost" }),
      paid(50, { state: "failed" }),
      paid(50, { at: now - 61 * minute }),
      paid(50, { tool: "refund" }),
      past("pay"),
    ];

    expect(total({ amount: 1 }, ...calls)).toEqual(passed);
    expect(total({ amount: 2 }, ...calls)).toEqual(
      refused({ because: "total", reached: 11, atMost: 10 }),
    );
  });

  it("is not exceeded by how fractions are kept", () => {
    const statement = "total: { of: args.amount, over: PT1H, at_most: 0.3 }";
    const history = { calls: [paid(0.1)] };

    expect(judge(statement, { args: { amount: 0.2 }, history })).toEqual(passed);
    expect(judge(statement, { args: { amount: 0.2001 }, history }).decision.kind).toBe("refused");
  });

  it.each([{}, { amount: "5" }, { amount: -5 }, { amount: [5] }])("fails for %j", (args) => {
    expect(total(args)).toEqual(refused(failed));
  });

  it("is over the tenant only with the calls of the tenant", () => {
    const statement = "total: { of: args.amount, over: PT1H, per: tenant, at_most: 10 }";
    const of = (tenant: string | undefined, tenantCalls?: readonly PastCall[]) =>
      judge(statement, {
        args: { amount: 8 },
        principal: policyPrincipal(tenant === undefined ? {} : { tenant }),
        history: { calls: [paid(1)], ...(tenantCalls && { tenantCalls }) },
      });

    expect(of("acme", [paid(1), paid(2)])).toMatchObject({ decision: { kind: "refused" } });
    expect(of("acme", [paid(1)])).toEqual(passed);
    expect(of("acme")).toEqual(refused(failed));
    expect(of(undefined)).toEqual(passed);
    expect(needsTenantCalls(policy(`sequences: [{ id: one, ${statement} }]`))).toBe(true);
    expect(needsTenantCalls(policy(`sequences: [{ id: one, ${ceiling} }]`))).toBe(false);
  });

  it("counts an earlier call unless its condition is surely false", () => {
    expect(totalWhen('call.tool == "pay"')).toBe("passed");
    expect(totalWhen('call.tool == "pay" && args.id == "x"')).toBe("passed");
    // What is not known of an earlier call cannot exclude it.
    expect(totalWhen('args.id == "x"')).toBe("refused");
    expect(totalWhen("!has(args.other)")).toBe("refused");
  });
});

describe("count", () => {
  it.each([
    ["tools: [pay], count: { over: PT1H, at_most: 2 }", "pay", "passed"],
    ["tools: [pay], count: { over: PT1H, at_most: 1 }", "pay", "refused"],
    ['count: { of: "look", over: PT1H, at_most: 1 }', "look", "passed"],
    ['count: { of: "look", over: PT1H, at_most: 0 }', "look", "refused"],
    ['count: { of: "bank/*", over: PT1H, at_most: 1 }', "pay", "refused"],
    ['count: { of: "mail/*", over: PT1H, at_most: 0 }', "pay", "passed"],
    ["tools: [pay], count: { over: PT1M, at_most: 1 }", "pay", "refused"],
    ["tools: [pay], count: { over: PT0.5S, at_most: 1 }", "pay", "passed"],
  ])("%s after %s: %s", (statement, tool, kind) => {
    expect(judge(statement, { history: { calls: [past(tool)] } }).decision.kind).toBe(kind);
  });
});

describe("equals", () => {
  it("holds for the latest validated result", () => {
    expect(equal(quote(4), quote(5))).toEqual(passed);
    expect(equal(quote(5), quote(9, { state: "failed" }), quote(9, { state: "running" }))).toEqual(
      passed,
    );
    expect(equal(quote(5), quote(4))).toEqual(
      refused({ because: "not-equal", field: "args.amount", tool: "quote" }),
    );
  });

  it("names every field that has no equal", () => {
    expect(equal()).toEqual(
      refused(
        { because: "not-equal", field: "args.amount", tool: "quote" },
        { because: "not-equal", field: "args.to", tool: "bank/quote" },
      ),
    );
  });

  it("compares an amount that is kept readable as a number", () => {
    const noted = { "result.total": 5, "result.to": fingerprint("result.to", "ch1") };

    expect(equal(quote(5, { noted }))).toEqual(passed);
    expect(equal(quote(5, { noted: { ...noted, "result.total": 6 } })).decision.kind).toBe(
      "refused",
    );
  });
});

describe("after", () => {
  it("holds after a call with the same fields in time", () => {
    expect(after(looked(1, "x"), looked(2, "y"))).toEqual(passed);
  });

  it("does not hold after one that only ran half, or with fields of two calls", () => {
    expect(after(looked(1, "x", { state: "lost" })).decision.kind).toBe("refused");
    expect(after(looked(1, "x", { state: "running" })).decision.kind).toBe("refused");
    expect(after(looked(1, "y"), looked(2, "x"))).toEqual(
      refused({ because: "not-after", field: "args.id", tool: "look" }),
    );
  });

  it("tells a call that was too long ago from one that never was", () => {
    expect(after(looked(1, "x", { at: now - 11 * minute }))).toEqual(
      refused({ because: "too-late", tool: "look" }),
    );
    expect(after()).toEqual(
      refused(
        { because: "not-after", field: "args.id", tool: "look" },
        { because: "not-after", field: "args.to", tool: "look" },
      ),
    );
    expect(judge("after: { tool: look }")).toEqual(
      refused({ because: "not-after", field: "", tool: "look" }),
    );
  });

  it("does not take a missing argument for the same", () => {
    const history = { calls: [past("look")] };

    expect(judge("after: { tool: look, same: [args.id] }", { history }).decision.kind).toBe(
      "refused",
    );
  });
});

describe("not_after", () => {
  it.each([
    ["not_after: { tool: look }", { state: "failed" as const }, "refused"],
    ["not_after: { tool: look }", { tool: "other" }, "passed"],
    ["not_after: { tool: look, within: PT10M }", { at: now - 11 * minute }, "passed"],
    ["not_after: { tool: look, within: PT10M }", {}, "refused"],
    ["not_after: { tool: look, same: [args.id] }", { noted: { "args.id": 1 } }, "refused"],
    ["not_after: { tool: look, same: [args.id] }", { noted: { "args.id": 2 } }, "passed"],
    // What was not noted may have been the same.
    ["not_after: { tool: look, same: [args.id] }", {}, "refused"],
    ["not_after: { label: secret }", {}, "passed"],
  ])("%s after %j: %s", (statement, differences, kind) => {
    const history = { calls: [past("look", differences)] };

    expect(judge(statement, { args: { id: 1 }, history }).decision.kind).toBe(kind);
  });

  it("names the call, or the label", () => {
    const history = {
      calls: [past("look", { callId: "c3" })],
      labels: new Set(["secret"] as const),
    };

    expect(judge("not_after: { tool: look }", { history })).toEqual(
      refused({ because: "came-after", tool: "look", callId: "c3" }),
    );
    expect(judge("not_after: { label: secret }", { history })).toEqual(
      refused({ because: "label", label: "secret" }),
    );
  });
});

describe("a policy that only takes away from another one", () => {
  it("demands what both demand, and the same only once", () => {
    const before = policy(`sequences: [${unattended("a")}, ${unattended("b")}]`);
    const later = policy(`sequences: [${unattended("b")}, ${unattended("c")}]`);
    const { decision } = judgeSequence(later.limitedBy(before, "both"), ask());

    expect(decision.kind === "refused" ? decision.findings : []).toMatchObject([
      { statement: "b" },
      { statement: "c" },
      { statement: "a" },
    ]);
  });

  it("selects by the roles that each of them gives", () => {
    const both = policy(clerkIs("grace")).limitedBy(policy(clerkIs("ada")), "both");

    expect(judgeSequence(both, ask()).decision.kind).toBe("refused");
  });
});

describe("needsReservation", () => {
  it.each([
    ["unattended: false", false],
    ["tools: [pay], total: { of: args.a, over: PT1H, at_most: 1 }", true],
    ["tools: [other], total: { of: args.a, over: PT1H, at_most: 1 }", false],
    ['when: call.tool == "other", count: { over: PT1H, at_most: 1 }', false],
    ["tags: [money], count: { over: PT1H, at_most: 1 }", false],
    // Another call counts this one.
    ["tools: [other], count: { of: pay, over: PT1H, at_most: 1 }", true],
    ["tools: [other], not_after: { tool: pay }", true],
    ["tools: [other], after: { tool: pay }", false],
  ])("%s: %j", (statement, expected) => {
    const sequences = policy(`sequences: [{ id: one, ${statement} }]`);

    expect(needsReservation(sequences, ask())).toBe(expected);
  });
});

describe("notes", () => {
  const text = `sequences:
  - { id: a, tools: [pay], total: { of: args.amount, over: PT1H, at_most: 1 } }
  - { id: b, after: { tool: pay, same: [args.amount, args.id] } }
  - { id: c, tools: [other], equals: { args.x: result("pay").a.0.b } }
  - { id: d, not_after: { tool: "mail/*", same: [args.to] } }`;

  it("lists every field once", () => {
    expect(notedBy(policy(text))).toEqual([
      { tool: "pay", key: "args.amount", as: "number" },
      { tool: "pay", key: "args.amount", as: "fingerprint" },
      { tool: "pay", key: "args.id", as: "fingerprint" },
      { tool: "pay", key: "result.a.0.b", as: "fingerprint" },
      { tool: "mail/*", key: "args.to", as: "fingerprint" },
    ]);
  });

  it("are of the arguments before a call and of its result after", () => {
    const args = { amount: 5, id: "x", to: "y" };
    const result = { a: [{ b: true }] };

    expect(noteCall(policy(text), ask(), { args, fingerprint })).toEqual({
      "args.amount": 5,
      "args.id": 'args.id:"x"',
    });
    expect(noteCall(policy(text), ask(), { result, fingerprint })).toEqual({
      "result.a.0.b": "result.a.0.b:true",
    });
    const tool = toolOf("send", { server: "mail" });
    expect(noteCall(policy(text), ask({ tool }), { args, fingerprint })).toEqual({
      "args.to": 'args.to:"y"',
    });
  });

  it("keep only numbers readable", () => {
    expect(noteCall(policy(text), ask(), { args: { amount: "5" }, fingerprint })).toEqual({
      "args.amount": 'args.amount:"5"',
    });
  });
});

it("explains what became of every statement, by which earlier calls", () => {
  const text = `sequences:
  - { id: held, after: { tool: look } }
  - { id: asks, from: { destination: [user] }, ask: operator }
  - { id: ceiling, total: { of: args.amount, over: PT1H, at_most: 5 }, mode: observe }
  - { id: elsewhere, tools: [other], unattended: false }
  - { id: hers, principals: [grace], unattended: false }
  - { id: never, when: call.reach == "outside", unattended: false }
  - { id: broken, when: args.none == 1.0, unattended: false, mode: observe }`;
  const calls = [past("look"), past("pay", { noted: { "args.amount": 3 } })];
  const question = ask({ args: { amount: 3 }, values: [value()], history: { calls } });
  const { decision, statements } = explainSequence(policy(text), question);

  expect(decision).toMatchObject({ kind: "asks", from: "operator" });
  expect(
    statements.map(({ id, fate, findings, used }) => [
      id,
      fate,
      findings.map(({ because }) => because),
      used.map(({ callId }) => callId),
    ]),
  ).toEqual([
    ["held", "held", [], ["look"]],
    ["asks", "asks-operator", ["origin"], []],
    ["ceiling", "refuses", ["total"], ["pay"]],
    ["elsewhere", "other-tool", [], []],
    ["hers", "other-principal", [], []],
    ["never", "condition-false", [], []],
    ["broken", "failed", ["failed"], []],
  ]);
});
