import { describe, expect, it } from "vitest";
import { shippedMeanings } from "./meanings.ts";
import { prepareTool } from "./prepared-tool.ts";
import { createQueryLikelihood, type GroupedTool } from "./query-likelihood.ts";
import { createReading } from "./reading.ts";

const reading = createReading(shippedMeanings());

function tool(server: string, name: string, description: string): GroupedTool {
  return { server, prepared: prepareTool({ name: `${server} ${name}`, description, input: {} }) };
}

function scoresOf(tools: readonly GroupedTool[], question: string): readonly number[] {
  const likelihood = createQueryLikelihood(tools, shippedMeanings(), reading);
  return [...likelihood(new Set(reading(question)))];
}

describe("query likelihood", () => {
  const tools = [
    tool("discord", "send", "Sends a message"),
    tool("discord", "history", "Lists old entries"),
    tool("mail", "send", "Sends a message"),
    tool("mail", "archive", "Lists old entries"),
  ];

  it("prefers the server that a word names, and in it the tool of the other words", () => {
    const [best = 0, sibling = 0, same = 0, other = 0] = scoresOf(tools, "a message on discord");

    expect(best).toBeGreaterThan(Math.max(sibling, same, other));
    expect(sibling).toBeGreaterThan(other);
  });

  it("counts a related word when no text has the word itself", () => {
    const [company = 0, fruit = 0] = scoresOf(
      [tool("a", "one", "Creates a company"), tool("b", "two", "Peels a banana")],
      "found a firm",
    );

    expect(company).toBeGreaterThan(fruit);
  });

  it("is not led by the length of a description", () => {
    const long = `Renames a branch. ${"Use it with care and read the manual. ".repeat(50)}`;
    const [short = 0, padded = 0] = scoresOf(
      [tool("git", "x", "Renames a branch."), tool("git", "x", `${long} Rarely merges.`)],
      "merge",
    );

    expect(padded).toBeGreaterThan(short);
  });

  it("scores nothing without words, and nothing among no tools", () => {
    expect(scoresOf(tools, "")).toEqual([0, 0, 0, 0]);
    expect(scoresOf([], "message")).toEqual([]);
  });
});
