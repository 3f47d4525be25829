import { describe, expect, it } from "vitest";
import { onlyTakesAway } from "./only-takes-away.ts";
import { policySchema } from "./schema.ts";

const first = { id: "first", effect: "allow", principals: ["ada", "bob"], tools: ["s/a", "s/b"] };
const item = { id: "item", effect: "allow", principals: ["ada"], resources: ["s/x:note"] };
const some = { id: "some", effect: "allow", tools: ["s/c"], when: "args.x == 1" };
const no = { id: "no", effect: "deny", tools: ["s/d"] };
const all = [first, item, some, no];

function policyOf(statements: readonly unknown[], more = {}) {
  return policySchema.parse({ version: 1, statements, ...more });
}

describe("onlyTakesAway", () => {
  it.each([
    ["nothing changed", all],
    ["an allow without a condition is gone", [item, some, no]],
    ["a principal is gone", [{ ...first, principals: ["bob"] }, item, some, no]],
    ["a tool is gone", [{ ...first, tools: ["s/a"] }, item, some, no]],
    ["a deny was added", [{ ...no, id: "other", tools: ["s/a"] }, ...all]],
  ])("is sure if %s", (_, statements) => {
    expect(onlyTakesAway(policyOf(statements), policyOf(all))).toBe(true);
  });

  it.each([
    ["an allow was added", [...all, { ...first, id: "more", tools: ["s/e"] }]],
    ["a deny is gone", [first, item, some]],
    ["a deny is narrower", [first, item, some, { ...no, principals: ["ada"] }]],
    ["a principal was added", [{ ...first, principals: ["ada", "bob", "cy"] }, item, some, no]],
    ["an allow is for all principals", [{ id: "first", effect: "allow", tools: ["s/a"] }]],
    // Without it, a dynamic server offers all its resources.
    ["an allow of a resource is gone", [first, some, no]],
    // Without it, the conditions after it get further.
    ["an allow with a condition is gone", [first, item, no]],
    ["a condition changed", [first, item, { ...some, when: "args.x == 2" }, no]],
  ])("is not sure if %s", (_, statements) => {
    expect(onlyTakesAway(policyOf(statements), policyOf(all))).toBe(false);
  });

  it("is not sure if roles, subjects, limits or origins changed", () => {
    const roles = { roles: { reader: ["a:read"] } };

    expect(onlyTakesAway(policyOf(all), policyOf(all, roles))).toBe(false);
    expect(onlyTakesAway(policyOf(all, { egress: [] }), policyOf(all))).toBe(false);
  });
});
