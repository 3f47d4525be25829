import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type Filling, fill } from "./fill.ts";
import { prepareTool } from "./prepared-tool.ts";
import { takeApart } from "./take-apart.ts";

type Properties = Readonly<Record<string, JsonObject>>;

/** Fills a tool. A question mark after a name marks it as optional. */
function filled(question: string, properties: Properties): Filling {
  const entries = Object.entries(properties);
  const input = {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name.replace("?", ""), schema]),
    ),
    required: entries.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
  };
  const tool = prepareTool({ name: "warehouse.plan", description: "Plans a warehouse.", input });
  return fill(takeApart(question, "2031-03-01"), tool);
}

const number = { type: "number" };
const integer = { type: "integer" };
const text = { type: "string" };

describe("fill", () => {
  it.each<[string, Properties, JsonObject]>([
    ["a depth of 4 and a width of 7", { width: number, depth: number }, { depth: 4, width: 7 }],
    ["depth = -2, width: 3", { depth: number, width: number }, { depth: -2, width: 3 }],
    ["depth and width of 4 m and 7 m", { width: number, depth: number }, { depth: 4, width: 7 }],
    ["12 shelves and 3 doors", { doors: integer, shelves: integer }, { shelves: 12, doors: 3 }],
    ["for 5 kg within 3 hours", { weight: number, time: number }, { weight: 5, time: 3 }],
    ["between 3 and 9", { min: number, max: number }, { min: 3, max: 9 }],
    ["the sum of 3 and 9", { x: number, y: number }, { x: 3, y: 9 }],
    ["the year 1987", { year: integer }, { year: 1987 }],
    ["an interest rate of 5%", { interest_rate: number }, { interest_rate: 0.05 }],
    ["a discount of 5%", { discount: integer }, { discount: 5 }],
  ])("assigns a number by its context: %s", (question, properties, values) => {
    expect(filled(question, properties)).toMatchObject({ arguments: values, missing: [] });
  });

  it.each<[string, Properties, JsonObject]>([
    [
      "shelves in Oslo by Ada Byron",
      { city: text, author: text },
      { city: "Oslo", author: "Ada Byron" },
    ],
    [
      "from Oslo to Rome",
      { destination: text, origin: text },
      { origin: "Oslo", destination: "Rome" },
    ],
    ["the owner 'Ada'", { owner: text, "note?": text }, { owner: "Ada" }],
    ["in Perth, Australia", { location: text }, { location: "Perth, Australia" }],
    ["in Perth, Australia", { city: text, country: text }, { city: "Perth", country: "Australia" }],
    ["on May 4, 2031", { date: text }, { date: "2031-05-04" }],
    ["tomorrow", { day: { ...text, format: "date" } }, { day: "2031-03-02" }],
    [
      "on May 4, 2031",
      { date: { ...text, description: "As DD/MM/YYYY." } },
      { date: "04/05/2031" },
    ],
    [
      "sorted by size, descending",
      { order: { enum: ["ascending", "descending"] } },
      { order: "descending" },
    ],
    [
      "in red and green",
      { colors: { type: "array", items: { enum: ["green", "blue", "red"] } } },
      { colors: ["red", "green"] },
    ],
    ["a depth of 4 feet", { depth: number, "unit?": text }, { depth: 4, unit: "feet" }],
    ["of [3, 1]", { sizes: { type: "array", items: number } }, { sizes: [3, 1] }],
    ["of Ada and Grace", { owners: { type: "array", items: text } }, { owners: ["Ada", "Grace"] }],
  ])("assigns a text, a date, a choice or a list: %s", (question, properties, values) => {
    expect(filled(question, properties)).toMatchObject({ arguments: values, missing: [] });
  });

  it.each([
    ["please include prices", true],
    ["do not include prices", false],
    ["without prices included", false],
  ])("assigns a boolean: %s", (question, value) => {
    const { arguments: values } = filled(question, { "include_prices?": { type: "boolean" } });
    expect(values).toEqual({ include_prices: value });
  });
});

describe("a parameter left open", () => {
  it.each<[string, Properties, readonly string[]]>([
    ["with 3 and 4", { depth: number, price: number }, ["depth", "price"]],
    ["nothing at all", { city: text }, ["city"]],
    ["a depth of 2.5", { depth: integer }, ["depth"]],
    ["both ascending and descending", { order: { enum: ["ascending", "descending"] } }, ["order"]],
    ["a term of 3 minutes", { term: { ...number, description: "In seconds." } }, ["term"]],
    ["in Oslo", { city: { ...text, description: "Such as Austin, TX." } }, ["city"]],
    ["in Norwegian kroner", { currency: { ...text, description: "The ISO code." } }, ["currency"]],
  ])("%s", (question, properties, missing) => {
    expect(filled(question, properties).missing).toEqual(missing);
  });

  it("reports the unused value", () => {
    const { unused } = filled("a depth of 4 for Ada", { depth: number });
    expect(unused).toMatchObject([{ text: "Ada" }]);
  });

  it("reports a parameter mentioned without a value", () => {
    const { spokenOf } = filled("a depth of 4 in any color", { depth: number, "color?": text });
    expect(spokenOf).toEqual(["color"]);
  });

  it("may be one that the host injects", () => {
    const { arguments: values, missing } = filled("trace 'abc'", {
      trace: { ...text, "x-host-injected": true },
    });
    expect({ values, missing }).toEqual({ values: {}, missing: [] });
  });
});

describe("schema limits in fill", () => {
  const item = { type: "object", properties: { sku: text }, required: ["sku"] };

  it.each<[string, JsonObject]>([
    ["an object", { type: "object", properties: { depth: number } }],
    ["a list of objects", { type: "array", items: item }],
    ["a list of lists", { type: "array", items: { type: "array", items: number } }],
    ["something of no type", {}],
  ])("leave a parameter of complex type open: %s", (_, shelf) => {
    expect(filled('a shelf of 4, 5 and 6 for "Oslo" in Rome', { shelf })).toMatchObject({
      arguments: {},
      missing: ["shelf"],
    });
  });

  it.each<[string, Properties]>([
    ["a depth of 400", { depth: { type: "number", maximum: 100 } }],
    ["a depth of 0", { depth: { type: "integer", exclusiveMinimum: 0 } }],
    ["a depth of 1 and 2", { depth: { type: "array", items: number, minItems: 3 } }],
    ["depth 'abyss'", { depth: { type: "string", maxLength: 3 } }],
  ])("exclude a value outside of them: %s", (question, properties) => {
    expect(filled(question, properties)).toMatchObject({ arguments: {}, missing: ["depth"] });
  });

  it("fill in the only possible value", () => {
    const version = { type: "string", const: "v2" };
    expect(filled("version 'v1' with a depth of 3", { version, depth: number })).toMatchObject({
      arguments: { version: "v2", depth: 3 },
    });
  });

  it("do not fill in optional parameters", () => {
    expect(filled("a depth of 3", { "mode?": { const: "fast" }, depth: number })).toMatchObject({
      arguments: { depth: 3 },
    });
  });
});
