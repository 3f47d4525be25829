import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { faultIn, type RelayedMethod } from "./results.ts";

const message = { role: "user", content: { type: "text", text: "hi" } };

describe("faultIn", () => {
  it.each<[RelayedMethod, JsonObject]>([
    ["resources/read", { contents: [] }],
    ["resources/read", { contents: [{ uri: "a://1", text: "" }], more: 1 }],
    ["resources/read", { contents: [{ uri: "a://1", blob: "AAAA" }] }],
    ["prompts/get", { messages: [message, { ...message, role: "assistant" }] }],
    ["completion/complete", { completion: { values: ["a"], total: 7 } }],
  ])("accepts for %s: %j", (method, result) => {
    expect(faultIn(method, result)).toBeUndefined();
  });

  it.each<[RelayedMethod, JsonObject]>([
    ["resources/read", {}],
    ["resources/read", { contents: ["text"] }],
    ["resources/read", { contents: [{ text: "no address" }] }],
    ["resources/read", { contents: [{ uri: "a://1", text: 7 }] }],
    ["resources/read", { contents: [], resultType: "task" }],
    ["prompts/get", { messages: "hi" }],
    ["prompts/get", { messages: [{ ...message, role: "system" }] }],
    ["prompts/get", { messages: [{ role: "user", content: "hi" }] }],
    ["completion/complete", { completion: { values: [1] } }],
    ["completion/complete", { values: ["a"] }],
  ])("rejects for %s: %j", (method, result) => {
    expect(faultIn(method, result)).toEqual({ kind: "garbled" });
  });

  it("rejects deep nesting", () => {
    let nested: JsonValue = 1;
    for (let depth = 0; depth < 300; depth += 1) nested = [nested];

    expect(faultIn("resources/read", { contents: [], nested })).toEqual({ kind: "garbled" });
  });

  it("limits text to one mebibyte in total", () => {
    const long = "x".repeat(1_048_576);
    const tooLarge = { kind: "too-large", maxBytes: 1_048_576 };

    expect(faultIn("resources/read", { contents: [], _meta: { long } })).toEqual(tooLarge);
    expect(faultIn("prompts/get", { messages: [message], description: long })).toEqual(tooLarge);
    expect(faultIn("completion/complete", { completion: { values: [long] } })).toEqual(tooLarge);
  });

  it("allows a larger picture", () => {
    const blob = "A".repeat(2_000_000);

    expect(faultIn("resources/read", { contents: [{ uri: "a://1", blob }] })).toBeUndefined();
  });
});
