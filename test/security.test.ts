import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const page = readFileSync(resolve(root, "SECURITY.md"), "utf8");
const promises = page
  .slice(page.indexOf("## What we promise"))
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| promise"));

it.each(promises)("the security page names a proof that exists: %s", (line) => {
  const files = [...line.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  const isMeasured = line.includes("`npm run corpus");
  const folder = files.find((file) => file.includes("/"))?.replace(/[^/]+$/, "") ?? "";

  expect(files.length > 0 || isMeasured).toBe(true);
  for (const file of files) {
    expect(existsSync(resolve(root, file.includes("/") ? file : folder + file))).toBe(true);
  }
});
