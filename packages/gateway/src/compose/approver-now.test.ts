import { expect, it } from "vitest";
import { approverNow } from "./approver-now.ts";

const decider = { by: "key:grace", roles: ["reviewer"], tenant: "north" };
const holder = { id: "key:grace", roles: ["reader"], scopes: [], isSystem: false };

it("keeps the recorded roles if the key book has no information", () => {
  const { by: id, roles, tenant } = decider;

  expect(approverNow(decider, () => undefined)).toEqual({ id, roles, tenant, permissions: [] });
});

it("returns the current roles of the key", () => {
  const now = approverNow(decider, () => ({ ...holder, tenant: "north", isSystem: true }));

  expect(now).toMatchObject({ id: "key:grace", roles: ["reader"], kind: "system" });
});

it.each([
  ["has no key any more", "nobody"],
  ["is of another tenant by now", { ...holder, tenant: "south" }],
  ["is of no tenant by now", holder],
] as const)("returns undefined for an approver who %s", (_what, found) => {
  expect(approverNow(decider, () => found)).toBeUndefined();
});
