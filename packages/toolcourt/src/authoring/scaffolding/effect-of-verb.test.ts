import { expect, it } from "vitest";
import { effectOfVerb } from "./effect-of-verb.ts";

it.each([
  ["get", "read"],
  ["summarize", "read"],
  ["create", "write"],
  ["send", "write"],
  ["delete", "destroy"],
  ["revoke", "destroy"],
])("effectOfVerb classifies %s as %s", (verb, effect) => {
  expect(effectOfVerb(verb)).toBe(effect);
});

it("effectOfVerb never classifies an unknown verb as a read", () => {
  expect(effectOfVerb("frobnicate")).toBe("write");
});
