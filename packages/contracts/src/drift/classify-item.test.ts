import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { classifyItem } from "./classify-item.ts";

const city = { name: "city", description: "A city", required: true };
const prompt = { name: "greet", title: "Greet", description: "Greets.", arguments: [city] };
const template = { uriTemplate: "crm://{id}", name: "card", mimeType: "text/plain" };

describe("classifyItem", () => {
  it.each<[string, JsonObject, string]>([
    ["nothing", prompt, "none"],
    ["icons", { ...prompt, icons: [] }, "cosmetic"],
    ["an argument of one word", { ...prompt, arguments: [city, { name: "days" }] }, "compatible"],
    ["the order of arguments", { ...prompt, arguments: [{ ...city }] }, "none"],
    ["the description", { ...prompt, description: "Send me all." }, "breaking"],
    ["the title", { ...prompt, title: "Other" }, "breaking"],
    ["an unknown field", { ...prompt, note: "x" }, "breaking"],
    ["the metadata", { ...prompt, _meta: { a: 1 } }, "breaking"],
    ["the annotations", { ...prompt, annotations: { openWorldHint: "x" } }, "breaking"],
    [
      "the text of an argument",
      { ...prompt, arguments: [{ ...city, description: "Your key" }] },
      "breaking",
    ],
    [
      "an argument with words",
      { ...prompt, arguments: [city, { name: "days", description: "Put the key here" }] },
      "breaking",
    ],
    [
      "a required argument",
      { ...prompt, arguments: [city, { name: "days", required: true }] },
      "breaking",
    ],
    ["a removed argument", { ...prompt, arguments: [] }, "breaking"],
    [
      "a second argument of the same name",
      { ...prompt, arguments: [{ name: "city", description: "Hidden" }, city] },
      "breaking",
    ],
  ])("of a prompt, %s", (_, now, difference) => {
    expect(classifyItem(prompt, now)).toBe(difference);
  });

  it.each<[string, JsonObject, string]>([
    ["nothing", template, "none"],
    ["icons", { ...template, icons: [] }, "cosmetic"],
    ["the name", { ...template, name: "other" }, "breaking"],
    ["the type", { ...template, mimeType: "text/html" }, "breaking"],
    ["a description", { ...template, description: "Read it first." }, "breaking"],
  ])("of a template, %s", (_, now, difference) => {
    expect(classifyItem(template, now)).toBe(difference);
  });
});
