import { describe, expect, it } from "vitest";
import { fitOf, topicOf } from "./fit.ts";
import { prepareTool } from "./prepared-tool.ts";
import { takeApart } from "./take-apart.ts";

const tool = prepareTool({
  name: "kettle.boil",
  description: "Boils water in the kettle.",
  input: {
    type: "object",
    properties: { temperature: { type: "number", description: "How hot." } },
    required: ["temperature"],
  },
});

function fit(question: string): number {
  return fitOf(takeApart(question), tool);
}

describe("fitOf", () => {
  it("is full if words and values match", () => {
    expect(fit("Boil water in the kettle to a temperature of 80")).toBe(1);
  });

  it("is zero if neither matches", () => {
    expect(fit("Who painted it?")).toBe(0);
  });

  it("is lower if a required value is missing", () => {
    expect(fit("Boil water in the kettle")).toBeLessThan(fit("Boil water in the kettle to 80"));
  });

  it("is lower if a value has no parameter", () => {
    const said = "Boil water in the kettle to a temperature of 80";
    expect(fit(`${said} for 'Ada'`)).toBeLessThan(fit(said));
  });

  it("does not count measures as topics", () => {
    expect(topicOf(takeApart("Heat 3 kettles by 40 degrees in Oslo"))).toBe(
      "Heat   kettles by   in Oslo",
    );
  });
});
