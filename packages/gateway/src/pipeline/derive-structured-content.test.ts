import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { promote } from "./derive-structured-content.ts";

const text = (words: string): JsonObject => ({ type: "text", text: words });
const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const most = 1_000;

describe("promoting JSON in a text", () => {
  it("takes an object as it is and puts a list under `value`", () => {
    expect(promote([text('{"rows":[1]}')], "json-text", most)).toEqual({ rows: [1] });
    expect(promote([text(" [1, 2] ")], "json-text", most)).toEqual({ value: [1, 2] });
  });

  it("ignores images, which are not text", () => {
    expect(promote([image, text("{}")], "json-text", most)).toEqual({});
  });

  it.each([
    ["no JSON", [text("Done.")]],
    ["a lone value", [text("12")]],
    ["JSON with words around it", [text('Here: {"a":1}')]],
    ["JSON with a comment", [text('{"a":1} // one')]],
    ["two texts", [text("{}"), text("{}")]],
    ["no text", [image]],
    ["nothing", []],
    ["more than is read", [text(JSON.stringify({ a: "x".repeat(most) }))]],
    ["something too deep", [text("[".repeat(300) + "]".repeat(300))]],
    ["a key given twice, which others may read differently", [text('{"a":1,"a":"x"}')]],
    ["a number that would be written as null", [text('{"a":1e400}')]],
    ["a number that would be written as another", [text('{"id":12345678901234567890}')]],
    ["a key that reaches what every object has", [text('{"__proto__":{"isAdmin":true}}')]],
  ])("returns undefined for %s", (_what, content) => {
    expect(promote(content, "json-text", most)).toBeUndefined();
  });
});

describe("promoting a text", () => {
  it("keeps it unparsed, and joins several", () => {
    expect(promote([text('{"a":1}')], "text", most)).toEqual({ text: '{"a":1}' });
    expect(promote([text("a"), text("b")], "text", most)).toEqual({ text: "a\nb" });
  });

  it.each([
    ["a picture beside it", [text("a"), image]],
    ["nothing", []],
    ["more than is read", [text("x".repeat(most + 1))]],
  ])("returns undefined for %s", (_what, content) => {
    expect(promote(content, "text", most)).toBeUndefined();
  });
});

describe("promoting blocks", () => {
  it("describes each block, without its bytes", () => {
    const resource = { uri: "file:///a", mimeType: "text/plain", text: "hi", blob: "aGk=" };

    expect(promote([text("a"), image, { type: "resource", resource }], "blocks", most)).toEqual({
      blocks: [
        { type: "text", text: "a" },
        { type: "image", mimeType: "image/png" },
        { type: "resource", text: "hi", mimeType: "text/plain", uri: "file:///a" },
      ],
    });
  });

  it("returns an empty list for no blocks", () => {
    expect(promote([], "blocks", most)).toEqual({ blocks: [] });
  });
});
