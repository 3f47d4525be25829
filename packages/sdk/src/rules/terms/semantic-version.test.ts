import { describe, expect, it } from "vitest";
import { isSemanticVersion } from "./semantic-version.ts";

describe("isSemanticVersion", () => {
  it.each([
    "0.0.0",
    "10.20.30",
    "1.0.0-alpha",
    "1.0.0-0.3.7",
    "1.0.0--",
    "1.0.0+001",
    "1.0.0-a-b+c",
  ])("accepts %s", (text) => {
    expect(isSemanticVersion(text)).toBe(true);
  });

  it.each([
    "",
    "1",
    "1.2",
    "v1.2.3",
    "01.2.3",
    "1.2.3.4",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3+",
    "1.2.3 ",
    "1.2.3\n",
  ])("rejects %j", (text) => {
    expect(isSemanticVersion(text)).toBe(false);
  });

  it("decides at once for text of any length", () => {
    expect(isSemanticVersion(`1.2.3-${"a.".repeat(50_000)}!`)).toBe(false);
  });
});
