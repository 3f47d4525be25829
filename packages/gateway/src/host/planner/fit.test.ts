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

describe("the fit of a tool", () => {
  it("is whole where the words and the values meet", () => {
    expect(fit("Boil water in the kettle to a temperature of 80")).toBe(1);
  });

  it("is nothing where neither does", () => {
    expect(fit("Who painted it?")).toBe(0);
  });

  it("is less without the value that the tool needs", () => {
    expect(fit("Boil water in the kettle")).toBeLessThan(fit("Boil water in the kettle to 80"));
  });

  it("is less with a value that the tool has no place for", () => {
    const said = "Boil water in the kettle to a temperature of 80";
    expect(fit(`${said} for 'Ada'`)).toBeLessThan(fit(said));
  });

  it("does not take measures for what a question is about", () => {
    expect(topicOf(takeApart("Heat 3 kettles by 40 degrees in Oslo"))).toBe(
      "Heat   kettles by   in Oslo",
    );
  });
});
