import { existsSync } from "node:fs";
import { remarks } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { schemaRules } from "./rules.ts";

describe.each(schemaRules)("$id", (rule) => {
  const file = `./admission/${rule.id.replace("schema/", "")}`;

  it("has its own file, named after its id, with a test beside it", () => {
    expect(existsSync(new URL(`${file}.ts`, import.meta.url))).toBe(true);
    expect(existsSync(new URL(`${file}.test.ts`, import.meta.url))).toBe(true);
  });

  it("has a one-sentence imperative summary", () => {
    expect(rule.summary).toMatch(/^(Reject|Require|Limit|Forbid) .+[^.]$/);
  });

  it("accepts the exemplary contract", () => {
    expect(remarks(rule)).toEqual([]);
  });

  it.each(rule.good)("accepts its good example %#", (example) => {
    expect(remarks(rule, example)).toEqual([]);
  });

  it.each(rule.bad)("remarks on its bad example %#", (example) => {
    const found = remarks(rule, example);

    expect(found).not.toEqual([]);
    for (const { pointer, message } of found) {
      expect(pointer).toMatch(/^\/(input|output)/);
      expect(message).toMatch(/^[A-Z`].*\.$/);
    }
  });
});

it("every rule has its own id", () => {
  const ids = schemaRules.map((rule) => rule.id);

  expect(new Set(ids).size).toBe(ids.length);
});
