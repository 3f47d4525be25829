import { describe, expect, it } from "vitest";
import { shippedMeanings } from "./meanings.ts";
import { prepareTool } from "./prepared-tool.ts";
import { createRank } from "./rank.ts";
import { takeApart } from "./take-apart.ts";

const subjects =
  "weather recipes music translation calendar email invoices maps hotels flights jobs courses lawyers taxes dentists gardens museums trains taxis";
const tools = [
  ["petrol", "The average price of petrol in a city today."],
  ["exportnotes", "Saves what was written."],
  ["exportchat", "Saves what was said."],
  ["hermes", "Povides strology."],
  ...subjects.split(" ").map((subject) => [subject, `All about ${subject}.`]),
].map(([name = "", description = ""]) => prepareTool({ name, description, input: {} }));
const rank = createRank(tools, shippedMeanings());

function firstFor(question: string): string | undefined {
  return rank(takeApart(question), 1)[0]?.prepared.tool.name;
}

describe("createRank", () => {
  it("ranks the tool with the question's words first", () => {
    expect(firstFor("What does petrol cost in Oslo?")).toBe("petrol");
  });

  it("ranks the nearest meaning first if the words say little", () => {
    expect(firstFor("I need a place to sleep in the city")).toBe("hotels");
  });

  it.each([
    ["of the tool are run together", "export the chat", "exportchat"],
    ["of the tool are misspelled", "some astrology", "hermes"],
    ["of the question are misspelled", "all the musuems there are", "museums"],
  ])("finds the tool even if words %s", (_, question, name) => {
    expect(firstFor(question)).toBe(name);
  });
});
