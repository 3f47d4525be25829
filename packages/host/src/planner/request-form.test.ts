import { describe, expect, it } from "vitest";
import { effectAsked, effectNamed } from "./request-form.ts";

describe("the effect that a request asks for", () => {
  it.each([
    "Which servers are down?",
    "Show me the newest orders",
    "Could you list the users?",
    "Is it raining",
    "Can I see it?",
  ])("is to read: %s", (request) => {
    expect(effectAsked(request)).toBe("read");
  });

  it.each(["Throw the draft away.", "Can you please delete this?", "I want to rename it"])(
    "is a change: %s",
    (request) => {
      expect(effectAsked(request)).toBe("change");
    },
  );

  it.each(["", " ", "?"])("is unknown without words: %j", (request) => {
    expect(effectAsked(request)).toBeUndefined();
  });
});

describe("the effect that a tool claims", () => {
  it.each([
    ["git_list_files", "", "read"],
    ["git_commit", "", "change"],
    ["balance", "Fetches nothing. Get the balance.", undefined],
    ["balance", "Get the balance.", "read"],
  ] as const)("is read from %s, %j: %s", (name, description, effect) => {
    expect(effectNamed({ name, description, input: {} })).toBe(effect);
  });
});
