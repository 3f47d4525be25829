import { expect, it } from "vitest";
import { createCloseness } from "./closeness.ts";
import { type PreparedTool, prepareTool } from "./prepared-tool.ts";
import { createReading } from "./reading.ts";
import { shippedMeanings } from "./shipped-meanings.ts";

const reading = createReading(shippedMeanings());
const closenessOf = createCloseness(shippedMeanings(), reading);

function closeness(question: string, tools: readonly PreparedTool[]): readonly number[] {
  return closenessOf(new Set(reading(question)), tools);
}

function tool(description: string): PreparedTool {
  return prepareTool({ name: "t", description, input: {} });
}

it("puts the tool with the nearest word first, whatever else it says", () => {
  const [near = 0, far = 0] = closeness("a sofa", [
    tool("Maps, timetables, weather, recipes and furniture."),
    tool("Maps, timetables, weather, recipes and taxes."),
  ]);

  expect(near).toBeGreaterThan(far);
});

it("tells nothing apart by a word that all tools have", () => {
  const [one, other] = closeness("weather", [tool("Weather in Rome."), tool("Weather in Oslo.")]);

  expect(one).toBe(other);
});

it.each([
  ["no word is known", "qqqq zzzz"],
  ["there is no word", ""],
])("is nothing where %s", (_, topic) => {
  expect(closeness(topic, [tool("Weather in Rome.")])).toEqual([0]);
});

it("is the same for one who asks with the words twice", () => {
  const tools = [tool("Sells furniture."), tool("Sells cars.")];

  expect(closeness("sofa sofa", tools)).toEqual(closeness("sofa", tools));
});
