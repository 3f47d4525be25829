import { describe, expect, it } from "vitest";
import { onlyTakesAway } from "./only-takes-away.ts";
import { type PolicyFile, policySchema } from "./schema.ts";

const whole = {
  id: "whole",
  tools: ["a", "b"],
  when: 'call.effect == "write"',
  from: { destination: ["user", "operator"] },
  content_without: ["secret"],
  total: { of: "args.amount", over: "PT1H", at_most: 10 },
  count: { over: "PT1H", at_most: 10 },
  equals: { "args.x": 'result("q").x' },
  after: { tool: "p", same: ["args.id"], within: "PT10M" },
  not_after: { tool: "r", same: ["args.id"], within: "PT10M" },
  ask: "operator",
} as const;
const other = { id: "other", unattended: false } as const;
const observer = { id: "observer", unattended: false, mode: "observe" } as const;
const asking = { ...observer, id: "asking", when: "args.x == 1" } as const;

function fileOf(sequences: readonly object[], more: object = {}): PolicyFile {
  return policySchema.parse({ version: 1, sequences, ...more });
}

function narrows(now: readonly object[], old: readonly object[] = [whole]): boolean {
  return onlyTakesAway(fileOf(now), fileOf(old));
}

/** Returns the whole statement with differences. Undefined takes a key away. */
function changed(change: object): object {
  const entries: readonly (readonly [string, unknown])[] = Object.entries({ ...whole, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

describe("a policy narrows", () => {
  it.each([
    ["unchanged", {}],
    ["under another id", { id: "renamed" }],
    ["for a tool more", { tools: ["a", "b", "c"] }],
    ["for all tools", { tools: undefined }],
    ["that refuses", { ask: undefined }],
    ["with an origin less", { from: { destination: ["user"] } }],
    ["with a role more", { from: { ...whole.from, target: ["user"] } }],
    ["with a label more", { content_without: ["secret", "pii"] }],
    ["with a lower total", { total: { ...whole.total, at_most: 9 } }],
    ["with a total over longer", { total: { ...whole.total, over: "PT2H" } }],
    ["with a lower count", { count: { ...whole.count, at_most: 9 } }],
    ["with a field more", { equals: { ...whole.equals, "args.y": 'result("q").y' } }],
    ["within less", { after: { ...whole.after, within: "PT9M" } }],
    ["with the same of more", { after: { ...whole.after, same: ["args.id", "args.to"] } }],
    ["not after for longer", { not_after: { tool: "r", same: ["args.id"] } }],
    ["not after any", { not_after: { tool: "r", within: "PT10M" } }],
    ["with a demand more", { unattended: false }],
  ])("by a statement %s", (_, change) => {
    expect(narrows([changed(change)])).toBe(true);
  });

  it.each([
    ["a statement was added", [other, whole, other], [whole]],
    ["an observer without a condition was added, or is gone", [whole, observer], [whole]],
    ["an observer is gone", [whole], [observer, whole]],
    ["an observer enforces", [{ ...asking, mode: "enforce" }], [asking]],
    ["the first statement was added", [other], []],
  ])("if %s", (_, now, old) => {
    expect(narrows(now, old)).toBe(true);
  });

  it("if a destination is gone", () => {
    const [both, one] = [["*@a.example", "b"], ["b"]];

    expect(
      onlyTakesAway(fileOf([], { destinations: one }), fileOf([], { destinations: both })),
    ).toBe(true);
    expect(onlyTakesAway(fileOf([]), fileOf([], { destinations: both }))).toBe(true);
  });
});

describe("it is not sure that a policy narrows", () => {
  it.each([
    ["for a tool less", { tools: ["a"] }],
    ["for some principals", { principals: ["ada"] }],
    ["with another condition", { when: 'call.effect == "destroy"' }],
    ["without its condition", { when: undefined }],
    ["that asks the caller", { ask: "caller" }],
    ["that observes", { mode: "observe" }],
    ["with an origin more", { from: { destination: ["user", "operator", "unknown"] } }],
    ["with another role", { from: { target: ["user"] } }],
    ["with another label", { content_without: ["pii"] }],
    ["with a higher total", { total: { ...whole.total, at_most: 11 } }],
    ["with a total over less", { total: { ...whole.total, over: "PT1M" } }],
    ["with a total of something else", { total: { ...whole.total, of: "args.other" } }],
    ["with a total per tenant", { total: { ...whole.total, per: "tenant" } }],
    ["with a count of something else", { count: { ...whole.count, of: "a" } }],
    ["with another field", { equals: { "args.x": 'result("q").y' } }],
    ["within more", { after: { ...whole.after, within: "PT11M" } }],
    ["after any", { after: { tool: "p", within: "PT10M" } }],
    ["after another tool", { after: { ...whole.after, tool: "*" } }],
    ["not after for less", { not_after: { ...whole.not_after, within: "PT9M" } }],
    ["not after fewer", { not_after: { ...whole.not_after, same: ["args.id", "args.x"] } }],
    ["with a demand less", { equals: undefined }],
  ])("by a statement %s", (_, change) => {
    expect(narrows([changed(change)])).toBe(false);
  });

  it.each([
    ["a statement is gone", [whole], [whole, other]],
    ["all statements are gone", [], [whole]],
    // Conditions share a budget, so that without this one the others get further.
    ["an observer with a condition is gone", [whole], [asking, whole]],
    ["the order changed", [whole, asking], [asking, whole]],
  ])("if %s", (_, now, old) => {
    expect(narrows(now, old)).toBe(false);
  });

  it("if statements observe by default now, or a destination was added", () => {
    expect(onlyTakesAway(fileOf([whole], { mode: "observe" }), fileOf([whole]))).toBe(false);
    expect(onlyTakesAway(fileOf([whole]), fileOf([whole], { mode: "observe" }))).toBe(true);
    expect(onlyTakesAway(fileOf([], { destinations: ["a"] }), fileOf([]))).toBe(false);
  });
});
