import { describe, expect, it } from "vitest";
import { hunksOf } from "./diff-lines.ts";

function shown(before: string, after: string): readonly string[] {
  return hunksOf(before, after).map((hunk) =>
    hunk.kind === "skipped"
      ? `~${hunk.lines}`
      : `${{ added: "+", removed: "-", same: " " }[hunk.kind]}${hunk.line}`,
  );
}

function long(mark: string): string {
  return Array.from({ length: 3_000 }, (_, index) => `${mark}${index}`).join("\n");
}

describe("hunksOf", () => {
  it.each([
    ["a\nb\nc", "a\nb\nc", ["~3"]],
    ["a\nb\nc", "a\nB\nc", [" a", "-b", "+B", " c"]],
    ["", "a", ["-", "+a"]],
    ["a\nb", "b", ["-a", " b"]],
    ["a\nb", "a\nb\nc", [" a", " b", "+c"]],
    ["a\na", "a", [" a", "-a"]],
    ["1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\n7", ["~3", " 4", " 5", "-6", "+7"]],
    ["a\nb\nc\nd", "a\nx\nb\nd", [" a", "+x", " b", "-c", " d"]],
  ])("compares %j with %j", (before, after, hunks) => {
    expect(shown(before, after)).toEqual(hunks);
  });

  it("gives back both texts", () => {
    const before = Array.from({ length: 60 }, (_, index) => `${index}`);
    const after = before.flatMap((line, index) => {
      if (index % 4 === 0) return [];
      return index % 3 === 0 ? [line, "new"] : [line];
    });
    const hunks = hunksOf(before.join("\n"), after.join("\n"));
    const kept = (without: string): readonly string[] =>
      hunks.flatMap((hunk) =>
        hunk.kind === "skipped" || hunk.kind === without ? [] : [hunk.line],
      );

    expect(hunks.every(({ kind }) => kind !== "skipped")).toBe(true);
    expect(kept("added")).toEqual(before);
    expect(kept("removed")).toEqual(after);
  });

  it("does not compare very long texts line by line", () => {
    const hunks = hunksOf(long("a"), long("b"));

    expect(hunks).toHaveLength(6_000);
    expect(hunks[0]).toEqual({ kind: "removed", line: "a0" });
  });
});
