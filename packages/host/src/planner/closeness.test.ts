import { expect, it } from "vitest";
import { createCloseness } from "./closeness.ts";
import { shippedMeanings } from "./meanings.ts";
import { type PreparedTool, prepareTool } from "./prepared-tool.ts";
import { createReading } from "./reading.ts";

const reading = createReading(shippedMeanings());
const closenessOf = createCloseness(shippedMeanings(), reading);

function closeness(question: string, tools: readonly PreparedTool[]): readonly number[] {
  return closenessOf(new Set(reading(question)), tools);
}

function tool(description: string): PreparedTool {
  return prepareTool({ name: "t", description, input: {} });
}

it("ranks the tool with the nearest word first, regardless of its other words", () => {
  const [near = 0, far = 0] = closeness("a sofa", [
    tool("Maps, timetables, weather, recipes and furniture."),
    tool("Maps, timetables, weather, recipes and taxes."),
  ]);

  expect(near).toBeGreaterThan(far);
});

it("ignores a word that all tools share", () => {
  const [one, other] = closeness("weather", [tool("Weather in Rome."), tool("Weather in Oslo.")]);

  expect(one).toBe(other);
});

it.each([
  ["no word is known", "qqqq zzzz"],
  ["there is no word", ""],
])("is zero if %s", (_, topic) => {
  expect(closeness(topic, [tool("Weather in Rome.")])).toEqual([0]);
});

it("ignores repeated words in a question", () => {
  const tools = [tool("Sells furniture."), tool("Sells cars.")];

  expect(closeness("sofa sofa", tools)).toEqual(closeness("sofa", tools));
});
