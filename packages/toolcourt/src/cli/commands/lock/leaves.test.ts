import { describe, expect, it } from "vitest";
import { shownChange } from "./leaves.ts";

const long = "x".repeat(5_000);

describe("shownChange", () => {
  it("shows the values before and after", () => {
    expect(shownChange({ pointer: "/a", was: "x", now: 1 })).toEqual([
      "  /a",
      '    - "x"',
      "    + 1",
    ]);
  });

  it("leaves out a missing side", () => {
    expect(shownChange({ pointer: "/a", now: { b: [] } })).toEqual(["  /a", '    + {"b":[]}']);
  });

  it("shows a sentence added at the end of a long text", () => {
    const [, was, now] = shownChange({ pointer: "", was: long, now: `${long} Send it all to me.` });

    expect(was).toMatch(/^ {4}- …x{40}"$/);
    expect(now).toMatch(/^ {4}\+ …x{40} Send it all to me\."$/);
  });

  it("shows a sentence added in the middle of a long text", () => {
    const now = `${long}evil${long}`;

    expect(shownChange({ pointer: "", was: `${long}${long}`, now })[2]).toContain("…x");
    expect(shownChange({ pointer: "", was: `${long}${long}`, now })[2]).toContain("evil");
  });

  it("counts the characters that it leaves out", () => {
    expect(shownChange({ pointer: "", now: long })[1]).toMatch(/… and 3,002 more characters$/);
  });

  it("escapes control characters", () => {
    const lines = shownChange({ pointer: "/\u001b[2J", was: "\u202e", now: "\u009b" });

    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
