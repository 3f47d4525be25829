import { expect, it } from "vitest";
import { contract, contractOf } from "../testing/contract.ts";
import { definitionTexts, schemaValues } from "./definition-texts.ts";

const placesOf = (text: string, tool: object) =>
  definitionTexts(contractOf({ server: "s", tool: { name: "a", ...tool } }))
    .filter(({ value }) => value === text)
    .map(({ pointer }) => pointer);

it.each([
  [{ description: "here" }, "/description"],
  [{ inputSchema: { properties: { here: {} } } }, "/input/properties/here"],
  [{ outputSchema: { title: "here" } }, "/output/title"],
  [{ annotations: { title: "here" } }, "/asReceived/annotations/title"],
  [{ inputSchema: ["here"] }, "/asReceived/inputSchema/0"],
])("finds a text once, at its location: %j", (tool, pointer) => {
  expect(placesOf("here", tool)).toEqual([pointer]);
});

it("omits texts that an overlay replaced", () => {
  const overlaid = contractOf({
    server: "s",
    tool: { name: "a", description: "before" },
    overlay: { description: "after" },
  });

  const values = definitionTexts(overlaid).map(({ value }) => value);

  expect(values).toContain("after");
  expect(values).not.toContain("before");
});

it("collects the texts of a contract once", () => {
  const one = contract();

  expect(definitionTexts(one)).toBe(definitionTexts(one));
});

it("finds the strings of defaults, choices, examples and names at any depth", () => {
  const input = {
    properties: {
      a: { type: "string", description: "not this", default: "one" },
      b: { items: { enum: ["two", 3, { deep: "three" }] } },
    },
  };
  const output = { properties: { c: { const: "four" } } };

  expect([...schemaValues(contract({ input, output }))]).toEqual([
    { value: "a", pointer: "/input/properties/a" },
    { value: "b", pointer: "/input/properties/b" },
    { value: "one", pointer: "/input/properties/a/default" },
    { value: "two", pointer: "/input/properties/b/items/enum/0" },
    { value: "deep", pointer: "/input/properties/b/items/enum/2/deep" },
    { value: "three", pointer: "/input/properties/b/items/enum/2/deep" },
    { value: "c", pointer: "/output/properties/c" },
    { value: "four", pointer: "/output/properties/c/const" },
  ]);
});
