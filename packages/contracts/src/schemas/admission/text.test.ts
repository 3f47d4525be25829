import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { text } from "./text.ts";

describe("schema/text", () => {
  it("finds a lone surrogate in a value and in a key", () => {
    expect(placesOf(text, { properties: { a: { title: "\udc00" } } })).toEqual([
      "/properties/a/title",
    ]);
    expect(placesOf(text, { properties: { "\ud800": {} } })).toEqual(["/properties"]);
  });

  it("finds numbers that JSON does not have", () => {
    expect(placesOf(text, { maximum: Number.POSITIVE_INFINITY })).toEqual(["/maximum"]);
  });
});
