import type { JsonSchema } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { createLikeness } from "./likeness.ts";
import type { Meanings } from "./meanings.ts";
import { type PreparedTool, prepareTool } from "./prepared-tool.ts";
import { createReading } from "./reading.ts";

const directions: Readonly<Record<string, readonly [number, number]>> = {
  sofa: [1, 0],
  furniture: [0.9, 0.1],
  rain: [0, 1],
  weather: [0.1, 0.9],
  find: [0, 1],
};
const words = Object.keys(directions);
const meanings: Meanings = {
  dimensions: 2,
  words,
  rarityOf: () => 1,
  placeOf: (word) => (words.includes(word) ? words.indexOf(word) : undefined),
  add: (word, weight, sum) => {
    directions[word]?.forEach((part, at) => {
      sum[at] = (sum[at] ?? 0) + weight * part;
    });
  },
};

const reading = createReading(meanings);

function likenessOf(tools: readonly PreparedTool[], question: string): readonly number[] {
  return [...createLikeness(tools, meanings, reading)(new Set(reading(question)))];
}

function tool(name: string, description: string, input: JsonSchema = {}): PreparedTool {
  return prepareTool({ name, description, input });
}

describe("createLikeness", () => {
  const tools = [tool("weather.now", ""), tool("shop", "Sells furniture."), tool("odd", "Zzz.")];

  it("is high for related meanings without a shared word", () => {
    const [weather = 0, shop = 0] = likenessOf(tools, "a sofa");

    expect(shop).toBeGreaterThan(0.9);
    expect(weather).toBeLessThan(0.3);
  });

  it("ignores request words", () => {
    const [weather = 0, shop = 0] = likenessOf(tools, "find a sofa");
    expect(shop).toBeGreaterThan(weather);
  });

  it("is zero without known words in the tool or the question", () => {
    expect(likenessOf(tools, "a sofa")[2]).toBe(0);
    expect(likenessOf(tools, "qwertz")).toEqual([0, 0, 0]);
  });

  it("discounts what many tools have in common", () => {
    const weather = tool("weather", "furniture");
    const among = (shops: number): number => {
      const others = Array.from({ length: shops }, () => tool("shop", "furniture"));
      return likenessOf([weather, ...others], "a sofa")[0] ?? 0;
    };

    expect(among(1)).toBeGreaterThan(0);
    expect(among(60)).toBeLessThan(0);
  });

  it("includes parameter names", () => {
    const input = { type: "object", properties: { weather: { type: "string" } } };
    const [bare = 0, asking = 0] = likenessOf(
      [tool("shop", "furniture"), tool("shop", "furniture", input)],
      "rain",
    );

    expect(asking).toBeGreaterThan(bare);
  });

  it("weighs the name above the description", () => {
    const [named = 0, described = 0] = likenessOf(
      [tool("rain", "furniture"), tool("furniture", "rain")],
      "rain",
    );

    expect(named).toBeGreaterThan(described);
  });
});
