import type { JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { hasContent, isEmpty, quotable, showResult } from "./show-result.ts";

const agentHints = { reasoning: "Found." };

describe("showResult", () => {
  it("includes the hints of an envelope, or those next to a result", () => {
    const envelope = { data: 1, agentHints, metadata: {} };
    const meta = { "dev.toolcourt/agentHints": agentHints, other: "left behind" };

    const shown = [
      showResult({ content: [], structuredContent: envelope, isError: false }),
      showResult({ content: [], structuredContent: { a: 1 }, isError: false, meta }),
      showResult({ content: [], structuredContent: { a: 1 }, isError: false }),
    ];

    expect(shown.map(({ hints }) => hints)).toEqual([agentHints, agentHints, undefined]);
    expect(JSON.stringify(shown)).not.toContain("left behind");
  });

  it("has a different hash for a different result", () => {
    const hashes = [1, 2].map(
      (celsius) =>
        showResult({ content: [], structuredContent: { celsius }, isError: false }).sha256,
    );

    expect(new Set(hashes).size).toBe(2);
  });
});

describe("quotable", () => {
  it.each<[JsonValue, JsonValue]>([
    [{ celsius: 21 }, { celsius: 21 }],
    [{ data: { a: 1 }, agentHints, metadata: {} }, { data: { a: 1 } }],
    [
      { data: { a: 1 }, agentHints },
      { data: { a: 1 }, agentHints },
    ],
    [
      [1, 2],
      [1, 2],
    ],
  ])("reduces %j to %j", (structured, expected) => {
    expect(quotable({ structured, content: [], isError: false, sha256: "" })).toEqual(expected);
  });
});

describe("isEmpty", () => {
  it.each<JsonValue>([null, "", " \n", [], {}, { a: [], b: { c: null } }, [[], ""]])(
    "is true of %j",
    (value) => {
      expect(isEmpty(value)).toBe(true);
    },
  );

  it.each<JsonValue>([0, false, "x", [0], { count: 0 }, { a: [{ b: "x" }] }])(
    "is false of %j",
    (value) => {
      expect(isEmpty(value)).toBe(false);
    },
  );
});

it("counts images and other blocks as content, but not blank texts", () => {
  const blank = { type: "text", text: " " };

  expect([[], [blank]].map(hasContent)).toEqual([false, false]);
  expect([[blank, { type: "text", text: "x" }], [{ type: "image" }]].map(hasContent)).toEqual([
    true,
    true,
  ]);
});
