import { describe, expect, it } from "vitest";
import { compareVersions, raisesMajor, readVersion, type Version } from "./version-flaws.ts";

function version(text: string): Version {
  const read = readVersion(text);
  if (read === undefined) throw new Error("The version of a test cannot be read.");
  return read;
}

// The example from semver.org, with neighbors.
const inOrder = [
  "0.9.9",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0-x-y-z.1",
  "1.0.0",
  "1.0.1",
  "1.2.0",
  "1.10.0",
  "2.0.0-0",
  "2.0.0",
];

describe("compareVersions", () => {
  it("orders versions as semver.org does", () => {
    const sorted = inOrder.toReversed().toSorted((a, b) => compareVersions(version(a), version(b)));

    expect(sorted).toEqual(inOrder);
  });

  it("ignores build metadata", () => {
    expect(compareVersions(version("1.0.0+a"), version("1.0.0+b-c"))).toBe(0);
  });

  it.each([undefined, "", "1", "1.0", "v1.0.0", "01.0.0", "latest"])(
    "has no version to compare for %j",
    (text) => {
      expect(readVersion(text)).toBeUndefined();
    },
  );
});

describe("raisesMajor", () => {
  it.each<[string, string, boolean]>([
    ["1.2.3", "2.0.0", true],
    ["1.2.3", "2.0.0-alpha", true],
    ["1.2.3", "1.3.0", false],
    ["1.2.3", "0.9.0", false],
    ["0.2.3", "0.3.0", true],
    ["0.2.3", "0.2.4", false],
    ["0.2.3", "1.0.0", true],
  ])("from %s to %s: %s", (before, after, isRaised) => {
    expect(raisesMajor(version(before), version(after))).toBe(isRaised);
  });
});
