import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diffRules } from "./rules.ts";

const page = readFileSync(new URL("../../../../docs/diff.md", import.meta.url), "utf8");

describe.each(diffRules)("$id", ({ id, summary, severity, requirements }) => {
  it("has a one-sentence imperative summary, and names its requirements", () => {
    expect(summary).toMatch(/^[A-Z][a-z]+ .+[^.]$/);
    expect(requirements).not.toEqual([]);
  });

  it("is explained on the page about comparing", () => {
    expect(page).toContain(`| \`${id}\` | ${severity} | ${summary} |`);
  });
});
