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
      retain: "none",
      retainForMs: 30 * day,
      required: false,
    });
  });

  it.each([
    [
      "results: { retain: all, retain_for: P365D }",
      { retain: "all", retainForMs: 365 * day, required: false },
    ],
    [
      "results: { retain: [crm__find], required: true }",
      { retain: ["crm__find"], retainForMs: 30 * day, required: true },
    ],
  ])("is read from %s", (text, settings) => {
    expect(load(text)).toEqual(settings);
  });

  it.each([
    [
      "results: { retain: some }",
      "results.retain: Expected none, all, or a list of names of tools",
    ],
    ["results: { retain_for: 30d }", "results.retain_for: Expected an ISO 8601 duration"],
    ["results: { retain_for: P3651D }", "results.retain_for: Expected at most 3650 days"],
    ["results: { store: cosmos }", "results.store"],
    [
      "stores: { url: 'memory:' }\nresults: { retain: all }",
      "results.retain: Results cannot be kept while",
    ],
  ])("is refused as %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });
});
