import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { isLargerThan, jsonSizeOf } from "./json-size.ts";

describe("jsonSizeOf", () => {
  it.each<JsonValue>([
    "\u0000\u001f",
    '"\\/',
    "äß€😀\ud800",
    -1.797_693_134_862_315_7e308,
    5e-324,
    true,
    false,
    null,
    [],
    {},
    ["", [], {}],
    { "\u0000": { "😀": [1, 2, 3] }, "": "" },
  ])("never underestimates the size in bytes: %j", (value) => {
    expect(jsonSizeOf(value).byteBound).toBeGreaterThanOrEqual(
      Buffer.byteLength(JSON.stringify(value)),
    );
  });

  it.each([
    { text: "1", depth: 0 },
    { text: "{}", depth: 0 },
    { text: '{"a":[1,{"b":2}]}', depth: 3 },
  ])("finds $text $depth levels deep", ({ text, depth }) => {
    expect(jsonSizeOf(parseJson(text)).depth).toBe(depth);
  });
});

it("compares exact bytes if the estimate exceeds the limit", () => {
  const value = "ä".repeat(10);

  expect(isLargerThan(value, jsonSizeOf(value), 22)).toBe(false);
  expect(isLargerThan(value, jsonSizeOf(value), 21)).toBe(true);
});
