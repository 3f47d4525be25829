import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { severityOf, testRules } from "./rules.ts";

describe.each(testRules)("$id", ({ id, summary, why }) => {
  it("has an imperative summary and a reason", () => {
    expect(id).toMatch(/^test\/[a-z]+(?:-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z][a-z]+ .+[^.]$/);
    expect(why).toMatch(/\.$/);
  });
});

it("severityOf takes the severity from the strictest profile", () => {
  expect([
    severityOf("test/hints-incomplete", ["core"]),
    severityOf("test/hints-incomplete", ["core", "agent-hints"]),
    severityOf("test/refusal-unclear", ["core"]),
  ]).toEqual(["off", "error", "warning"]);
});

it("docs/testing-servers.md lists all rules in order", async () => {
  const page = resolve(import.meta.dirname, "../../../../../docs/testing-servers.md");
  const text = await readFile(page, "utf8");
  const listed = [...text.matchAll(/^\| `(test\/[a-z-]+)`/gm)].map(([, id]) => id);

  expect(listed).toEqual(testRules.map(({ id }) => id));
});
