import { defineRule } from "@toolcourt/sdk/rules";
import { expect, it } from "vitest";
import { rulePages } from "./rules.ts";

const closed = defineRule({
  id: "input/closed",
  severity: { core: "error" },
  requirements: ["S0-9"],
  summary: "Reject unknown keys",
  why: "Because\nof this.",
  good: [{}],
  bad: [{ description: "\u200b" }],
  *check() {},
});
const named = defineRule({ ...closed, id: "meta/named", requirements: [] });

it("makes an index and one page per area", () => {
  expect(rulePages([closed, named]).map(({ path }) => path)).toEqual([
    "docs/rules.md",
    "docs/rules/input.md",
    "docs/rules/meta.md",
  ]);
});

it("links from the index to the heading of the rule", () => {
  const [index, input] = rulePages([closed]);

  expect(index?.text).toContain("[input/closed](rules/input.md#inputclosed)");
  expect(input?.text).toContain("\n## input/closed\n");
});

it("shows the severity in every profile, the reason and the examples", () => {
  const [, input] = rulePages([closed]);

  expect(input?.text).toMatch(/- Severity: core error, .*registry off/);
  expect(input?.text).toContain("\nBecause of this.\n");
  expect(input?.text).toContain('"description": "\\u200b"');
});

it("shows a large example as its summary, and names the command that prints it", () => {
  const sized = defineRule({
    ...closed,
    good: [{ description: "a".repeat(2_000) }],
    bad: [{ description: "a".repeat(131_073) }],
  });

  const text = rulePages([sized])[1]?.text ?? "";

  expect(text).toContain(`"description": "${"a".repeat(2_000)}"`);
  expect(text).toContain(
    "Bad:\n\nA text of 131,073 characters in `description`. `npx toolcourt rules input/closed` prints it whole.\n",
  );
  expect(text.length).toBeLessThan(4_000);
});

it("leaves requirement numbers to their own page", () => {
  for (const { text } of rulePages([closed, named])) expect(text).not.toContain("S0-9");
});
