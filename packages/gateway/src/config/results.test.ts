import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { defaultConfig, loadConfig } from "./load.ts";

function load(text: string) {
  const file = `toolbox: { local: [workspace] }\n${text}`;
  return loadConfig(file, { file: "toolcourt.yaml", environment: {} }).authority.results;
}

function problemsOf(text: string): readonly string[] {
  try {
    load(text);
    return [];
  } catch (error) {
    return hasCode(error, "config-invalid") ? error.details.problems : [String(error)];
  }
}

const day = 24 * 60 * 60 * 1_000;

describe("the results configuration", () => {
  it("keeps no results by default", () => {
    expect(defaultConfig().authority.results).toEqual({
      keep: "none",
      forMs: 30 * day,
      required: false,
    });
  });

  it.each([
    ["results: { keep: all, for: P365D }", { keep: "all", forMs: 365 * day, required: false }],
    [
      "results: { keep: [crm__find], required: true }",
      { keep: ["crm__find"], forMs: 30 * day, required: true },
    ],
  ])("is read from %s", (text, settings) => {
    expect(load(text)).toEqual(settings);
  });

  it.each([
    ["results: { keep: some }", "results.keep: Expected none, all, or a list of names of tools"],
    ["results: { for: 30d }", "results.for: Expected an ISO 8601 duration"],
    ["results: { for: P3651D }", "results.for: Expected at most 3650 days"],
    ["results: { store: cosmos }", "results.store"],
    ["stores: { url: 'memory:' }\nresults: { keep: all }", "results.keep: Nothing is kept while"],
  ])("is refused as %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });
});
