import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { severityOf, testRules } from "./rules.ts";

describe.each(testRules)("$id keeps the promises every rule makes", ({ id, summary, why }) => {
  it("says in one imperative sentence what to do, and then why", () => {
    expect(id).toMatch(/^test\/[a-z]+(?:-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z][a-z]+ .+[^.]$/);
    expect(why).toMatch(/\.$/);
  });
});

it("matters as much as the strictest of the profiles says", () => {
  expect([
    severityOf("test/hints-incomplete", ["core"]),
    severityOf("test/hints-incomplete", ["core", "agent-hints"]),
    severityOf("test/refusal-unclear", ["core"]),
  ]).toEqual(["off", "error", "warning"]);
});

it("is listed on the page about testing servers", async () => {
  const page = resolve(import.meta.dirname, "../../../../../docs/testing-servers.md");
  const text = await readFile(page, "utf8");
  const listed = [...text.matchAll(/^\| `(test\/[a-z-]+)`/gm)].map(([, id]) => id);

  expect(listed).toEqual(testRules.map(({ id }) => id));
});
