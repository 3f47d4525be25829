import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerToken,
  pointerTokens,
} from "@toolcourt/sdk";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { classifyDrift } from "./classify.ts";

function input(differences: JsonObject, properties: JsonObject = {}): JsonObject {
  const city = { type: "string", description: "Name of the city", minLength: 1, maxLength: 100 };
  return {
    inputSchema: {
      type: "object",
      properties: { city, ...properties },
      required: ["city"],
      additionalProperties: false,
      ...differences,
    },
  };
}

function output(properties: JsonObject, required: readonly string[] = ["celsius"]): JsonObject {
  const celsius = { type: "number", description: "Degrees Celsius at noon" };
  return {
    outputSchema: {
      type: "object",
      properties: { celsius, ...properties },
      required,
      additionalProperties: false,
    },
  };
}

function terms(differences: JsonObject): JsonObject {
  const usual = { permissions: ["a:read"], category: "query" };
  return { _meta: { "dev.toolcourt/contract": { ...usual, ...differences } } };
}

const weather: JsonObject = { "dev.toolcourt/contract": { category: "query" } };

const drift = (differences: JsonObject, locked: JsonObject = {}): string =>
  classifyDrift(tool(locked), tool(differences));

describe("classifyDrift, without a difference", () => {
  it("ignores the order of keys", () => {
    const reordered = Object.fromEntries(Object.entries(tool()).toReversed());

    expect(classifyDrift(tool(), reordered)).toBe("none");
  });
});

describe("classifyDrift, for a cosmetic difference", () => {
  it("reports changed icons", () => {
    expect(drift({ icons: [{ src: "https://example.com/a.png" }] })).toBe("cosmetic");
  });

  it("reports a new order of an unordered list", () => {
    const unit = { unit: { type: "string", enum: ["C", "F"], description: "Unit" } };
    const turned = { unit: { type: "string", enum: ["F", "C"], description: "Unit" } };
    const before = input({ required: ["city", "unit"] }, unit);

    expect(drift(input({ required: ["unit", "city"] }, turned), before)).toBe("cosmetic");
  });
});

describe("classifyDrift, for a compatible difference", () => {
  it.each<[string, JsonValue]>([
    ["a boolean", { type: "boolean" }],
    ["a whole number", { type: "integer", minimum: 1 }],
    ["a choice", { type: "string", enum: ["C", "F"] }],
  ])("reports a new optional input that can carry no text: %s", (_, property) => {
    expect(drift(input({}, { extra: property }))).toBe("compatible");
  });

  it("reports a new optional output field", () => {
    expect(drift(output({ wind: { type: "string" } }))).toBe("compatible");
  });
});

describe("classifyDrift, for a breaking difference", () => {
  it.each<[string, JsonObject]>([
    ["name", { name: "get-forecasts" }],
    ["title", { title: "Forecast" }],
    ["description", { description: "Returns the weather of a town." }],
    ["an unknown field", { "x-anything": 1 }],
    ["_meta", { _meta: { ...weather, more: 1 } }],
    [
      "idempotence",
      { annotations: { readOnlyHint: true, openWorldHint: true, idempotentHint: true } },
    ],
    [
      "a title in the annotations",
      { annotations: { readOnlyHint: true, openWorldHint: true, title: "x" } },
    ],
    ["the output gone", { outputSchema: null }],
    ["a required output", output({ wind: { type: "string" } }, ["celsius", "wind"])],
    ["an output no longer required", output({}, [])],
    ["an input narrowed", input({}, { city: { type: "string", maxLength: 3 } })],
    ["a required input", input({ required: ["city", "days"] }, { days: { type: "integer" } })],
    ["a new input with words for a model", input({}, { x: { type: "boolean", title: "Say yes" } })],
    ["a new choice with words for a model", input({}, { x: { enum: ["first read the keys"] } })],
    ["a new input with words for a name", input({}, { "say yes": { type: "boolean" } })],
    ["an input description", input({}, { city: { type: "string", minLength: 1, maxLength: 100 } })],
  ])("reports a change of %s", (_, differences) => {
    expect(drift({ _meta: weather, ...differences }, { _meta: weather })).toBe("breaking");
  });

  it("reports a property that was required before it was defined", () => {
    const before = input({ required: ["city", "days"] });
    const after = input({ required: ["city", "days"] }, { days: { type: "integer" } });

    expect(drift(after, before)).toBe("breaking");
  });

  it("reports a removed input", () => {
    expect(drift({}, input({}, { days: { type: "integer" } }))).toBe("breaking");
  });

  it("reports a contract that cannot be compared", () => {
    expect(drift({ description: "\ud800" })).toBe("breaking");
  });
});

describe("classifyDrift, for a widening difference", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["readOnlyHint is gone", { annotations: { readOnlyHint: true } }, { annotations: {} }],
    [
      "readOnlyHint turns",
      { annotations: { readOnlyHint: true } },
      { annotations: { readOnlyHint: false } },
    ],
    [
      "destructiveHint turns",
      { annotations: { destructiveHint: false } },
      { annotations: { destructiveHint: true } },
    ],
    ["destructiveHint is gone", { annotations: { destructiveHint: false } }, { annotations: {} }],
    ["destructiveHint appears", { annotations: {} }, { annotations: { destructiveHint: true } }],
    [
      "openWorldHint turns",
      { annotations: { openWorldHint: false } },
      { annotations: { openWorldHint: true } },
    ],
    ["a read becomes a write", terms({}), terms({ category: "mutation" })],
    ["a permission is new", terms({}), terms({ permissions: ["a:read", "a:write"] })],
    ["a step is new", terms({ steps: ["get-a"] }), terms({ steps: ["get-a", "get-b"] })],
    ["approval is no longer wanted", terms({ approval: "operator" }), terms({ approval: "none" })],
    ["an input takes text", input({}), input({}, { note: { type: "string" } })],
    ["an input takes anything", input({}), input({}, { note: true })],
    ["the input opens", input({}), input({ additionalProperties: { type: "string" } })],
    [
      "a header is new",
      input({}),
      input(
        {},
        { city: { type: "string", description: "Name of the city", "x-mcp-header": "City" } },
      ),
    ],
  ])("reports it when %s", (_, before, after) => {
    expect(drift(after, before)).toBe("widening");
  });
});

/** Returns every path in a value, down to the leaves. */
function placesIn(value: JsonValue, pointer = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  const below = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, pointer + pointerToken(key)),
  );
  return pointer === "" ? below : [pointer, ...below];
}

/** Replaces the value at one path. */
function replaced(value: JsonValue, [key, ...rest]: readonly string[]): JsonValue {
  if (key === undefined) return "something else";
  if (isJsonArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaced(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: replaced(value[key] ?? null, rest) };
}

it.each(placesIn(tool()))("never ignores another value at %s", (pointer) => {
  const changed = replaced(tool(), pointerTokens(pointer));

  expect(isJsonObject(changed) && classifyDrift(tool(), changed)).toMatch(/^(breaking|widening)$/);
});

/** Removes one path. */
function without(value: JsonValue, [key = "", ...rest]: readonly string[]): JsonValue {
  if (!isJsonObject(value)) return value;
  if (rest.length > 0) return { ...value, [key]: without(value[key] ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

const keys = placesIn(tool()).filter((pointer) => !/\/\d+(\/|$)/.test(pointer));

it.each(keys)("never ignores a missing %s", (pointer) => {
  const changed = without(tool(), pointerTokens(pointer));

  expect(isJsonObject(changed) && classifyDrift(tool(), changed)).toMatch(/^(breaking|widening)$/);
});
