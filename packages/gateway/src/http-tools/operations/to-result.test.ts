import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { HttpOperation } from "../drafts/draft.ts";
import { putMember } from "./project.ts";
import { readAnswer } from "./read-answer.ts";
import type { Pages } from "./read-pages.ts";
import { toResult } from "./to-result.ts";

const operation: HttpOperation = {
  method: "GET",
  base: { path: "" },
  path: "/",
  parameters: [],
  response: { contentType: "application/json", shape: "object" },
  security: [],
};

const moments = { discoveryId: "d1", startedAt: 0, finishedAt: 1_000 };

function structured(given: Partial<HttpOperation>, body?: JsonValue, more: Partial<Pages> = {}) {
  const read = {
    pages: 1,
    isComplete: true,
    isPartial: false,
    ...(body !== undefined && { body }),
  };
  return toResult({ ...operation, ...given }, { ...read, ...more }, moments);
}

describe("toResult", () => {
  it.each<[HttpOperation["response"], JsonValue | undefined, JsonValue]>([
    [{ shape: "object" }, { a: 1 }, { a: 1 }],
    [{ shape: "object" }, undefined, {}],
    [{ shape: "result" }, [1], { result: [1] }],
    [{ shape: "result" }, undefined, { result: null }],
    [{ shape: "nothing" }, { a: 1 }, {}],
    [
      { shape: "object", fields: { x: "/a/0", all: "", none: "/b" } },
      { a: [7] },
      { x: 7, all: { a: [7] } },
    ],
  ])("maps %j with body %j to %j", (response, body, expected) => {
    expect(
      structured(response === undefined ? {} : { response }, body)["structuredContent"],
    ).toEqual(expected);
  });

  it("reports how much of a list it contains", () => {
    const paging = { items: "/v", next: { kind: "header" }, maxPages: 2, maxItems: 9 } as const;
    const { structuredContent, content } = structured(
      { paging },
      { v: [1] },
      {
        pages: 2,
        items: 1,
        isComplete: false,
      },
    );

    expect(structuredContent).toEqual({ v: [1], paging: { pages: 2, items: 1, complete: false } });
    expect(JSON.stringify(content)).toContain(
      "There is more than this: 1 items of 2 pages were read.",
    );
  });

  it("has the declared result if the target has no content", () => {
    const empty = { rows: [] };
    const paging = { items: "/v", next: { kind: "header" }, maxPages: 2, maxItems: 9 } as const;
    const response = { shape: "object", fields: { rows: "/v" }, empty } as const;
    const nothing = { isEmpty: true, items: 0 };

    expect(structured({ response }, undefined, nothing)["structuredContent"]).toEqual(empty);
    expect(structured({ response, paging }, undefined, nothing)["structuredContent"]).toEqual({
      rows: [],
      paging: { pages: 1, items: 0, complete: true },
    });
    expect(structured({ response }, undefined)["structuredContent"]).toEqual({});
    expect(empty).toEqual({ rows: [] });
  });

  it("reports that more is left than the only page", () => {
    const discovery = { stage: "s" };
    const { structuredContent, content } = structured({ discovery }, {}, { isComplete: false });

    const notes = ["There is more than this: the tool reads one page."];
    expect(structuredContent).toMatchObject({
      metadata: { discovery: { complete: false, notes } },
    });
    expect(content).toContainEqual({
      type: "text",
      text: "There is more than this: the tool reads one page.",
    });
  });

  it("reports that the target gave a page twice", () => {
    const paging = { items: "/v", next: { kind: "header" }, maxPages: 2, maxItems: 9 } as const;
    const more = { items: 1, isComplete: false, isRepeated: true };
    const { structuredContent, content } = structured({ paging }, { v: [1] }, more);

    expect(structuredContent).toMatchObject({ paging: { pages: 1, items: 1, complete: false } });
    expect(content).toContainEqual({ type: "text", text: "The target gave the same page again." });
  });

  it("reports if the target's answer is partial", () => {
    const { content } = structured({}, {}, { isPartial: true });

    expect(JSON.stringify(content)).toContain("The target marked its answer as incomplete.");
  });

  it("has the same content as text and as structure", () => {
    expect(structured({}, { a: 1 })["content"]).toEqual([{ type: "text", text: '{"a":1}' }]);
  });
});

function answer(body: string, headers: Readonly<Record<string, string>> = {}, status = 200) {
  return {
    status,
    headers,
    body: Buffer.from(body),
    url: "https://api.example.com/",
    isPartial: status === 206,
    attempts: 1,
  };
}

const json = { "content-type": "application/json; charset=utf-8" };

describe("readAnswer", () => {
  it.each([
    ['{"a":1}', json, { body: { a: 1 }, isPartial: false }],
    ["", {}, { isPartial: false }],
    ["", json, { isPartial: false }],
    ['{"a":1}', {}, { body: { a: 1 }, isPartial: false }],
    ["[1]", { "content-type": "application/vnd.api+json" }, { body: [1], isPartial: false }],
    ['{"truncated":true}', json, { body: { truncated: true }, isPartial: true }],
  ])("reads %j", (text, headers, expected) => {
    expect(readAnswer(answer(text, headers), operation)).toEqual(expected);
  });

  it("tells an answer without content from one that is empty", () => {
    expect(readAnswer(answer("", json, 204), operation)).toEqual({
      isPartial: false,
      isEmpty: true,
    });
  });

  it.each([
    ["<html>", { "content-type": "text/html" }, "unexpected-content"],
    ["{", json, "garbled"],
    ["a", { "content-type": "application/octet-stream" }, "unexpected-content"],
  ])("refuses %j", (text, headers, kind) => {
    expect(() => readAnswer(answer(text, headers), operation)).toThrow(
      expect.objectContaining({ kind }),
    );
  });

  it("refuses more values than a message may have", () => {
    const text = `[${"1,".repeat(300_000)}1]`;

    expect(() => readAnswer(answer(text, json), operation)).toThrow(
      expect.objectContaining({ kind: "response-too-large" }),
    );
  });

  it("returns a text if the operation expects one", () => {
    const response = { contentType: "text/plain", shape: "result" } as const;

    expect(
      readAnswer(answer("hello", { "content-type": "text/plain" }), { ...operation, response }),
    ).toEqual({
      body: "hello",
      isPartial: false,
    });
  });
});

describe("putMember", () => {
  it.each(["a", "b", "__proto__"])("adds %s like any other member", (name) => {
    const object = { a: 1 };
    putMember(object, name, { x: 1 });

    expect(Object.entries(object)).toContainEqual([name, { x: 1 }]);
    expect(object).not.toHaveProperty("x");
  });
});
