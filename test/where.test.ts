import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const page = readFileSync(resolve(root, "docs/where.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| an? /.test(line));

it("docs/where.md names existing files for ten changes, two each at most", () => {
  const files = rows.map((row) =>
    [...row.matchAll(/`([\w./-]+\.(?:ts|md))`/g)].map(([, file]) => file),
  );

  expect(rows).toHaveLength(10);
  for (const named of files) expect([1, 2]).toContain(named.length);
  expect(files.flat().filter((file) => !existsSync(resolve(root, file ?? "")))).toEqual([]);
});
