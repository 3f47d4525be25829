import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaNameLegal } from "./name-legal.ts";

describe("meta/name-legal", () => {
  it("accepts a name of exactly 128 characters", () => {
    expect(remarks(metaNameLegal, { name: "a".repeat(128) })).toEqual([]);
  });

  it.each(["hello", "getCard", "GET_CARD", "cards.get", "2fa"])("accepts %s", (name) => {
    expect(remarks(metaNameLegal, { name })).toEqual([]);
  });

  it("reports both problems when a name is too long and has illegal characters", () => {
    expect(remarks(metaNameLegal, { name: "a ".repeat(100) })).toHaveLength(2);
  });

  it("leaves a missing name to another rule", () => {
    expect(remarks(metaNameLegal, { name: "" })).toEqual([]);
  });
});
