import { expect, it } from "vitest";
import { effectOfVerb } from "./effect-of-verb.ts";

it.each([
  ["get", "read"],
  ["summarize", "read"],
  ["create", "write"],
  ["send", "write"],
  ["delete", "destroy"],
  ["revoke", "destroy"],
])("takes %s for a %s", (verb, effect) => {
  expect(effectOfVerb(verb)).toBe(effect);
});

it("takes no verb that it does not know for harmless", () => {
  expect(effectOfVerb("frobnicate")).toBe("write");
});
