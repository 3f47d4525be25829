import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Returns the keys of ours in a text: `dev.toolcourt/query`. */
function keysIn(text: string): readonly string[] {
  return text.match(/dev\.toolcourt\/[A-Za-z][\w-]*/g) ?? [];
}

const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
  (path) => !/\.test(?:-d)?\.ts$/.test(path) && !path.startsWith(join("packages", "testing")),
);

const used = sources.flatMap((path) => keysIn(readFileSync(join(root, path), "utf8")));
const rows = readFileSync(join(root, "docs/metadata.md"), "utf8").split("\n");
const documented = rows.filter((row) => row.startsWith("| `")).flatMap((row) => keysIn(row));

describe("the page of metadata keys", () => {
  it("has one row for every key in the code, and no other", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(documented.toSorted()).toEqual([...new Set(used)].toSorted());
  });
});
