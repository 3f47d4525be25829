import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { faultIn, type RelayedMethod } from "./results.ts";

const message = { role: "user", content: { type: "text", text: "hi" } };

describe("a result", () => {
  it.each<[RelayedMethod, JsonObject]>([
    ["resources/read", { contents: [] }],
    ["resources/read", { contents: [{ uri: "a://1", text: "" }], more: 1 }],
    ["resources/read", { contents: [{ uri: "a://1", blob: "AAAA" }] }],
    ["prompts/get", { messages: [message, { ...message, role: "assistant" }] }],
    ["completion/complete", { completion: { values: ["a"], total: 7 } }],
  ])("of %s may be %j", (method, result) => {
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
  ])("of %s may not be %j", (method, result) => {
    expect(faultIn(method, result)).toEqual({ kind: "garbled" });
  });

  it("may not be nested without end", () => {
    let nested: JsonValue = 1;
    for (let depth = 0; depth < 300; depth += 1) nested = [nested];

    expect(faultIn("resources/read", { contents: [], nested })).toEqual({ kind: "garbled" });
  });

  it("has at most a mebibyte of text, wherever it stands", () => {
    const long = "x".repeat(1_048_576);
    const tooLarge = { kind: "too-large", maxBytes: 1_048_576 };

    expect(faultIn("resources/read", { contents: [], _meta: { long } })).toEqual(tooLarge);
    expect(faultIn("prompts/get", { messages: [message], description: long })).toEqual(tooLarge);
    expect(faultIn("completion/complete", { completion: { values: [long] } })).toEqual(tooLarge);
  });

  it("may have a picture that is larger", () => {
    const blob = "A".repeat(2_000_000);

    expect(faultIn("resources/read", { contents: [{ uri: "a://1", blob }] })).toBeUndefined();
  });
});
