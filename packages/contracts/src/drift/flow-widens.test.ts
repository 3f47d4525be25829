import {
  isJsonObject,
  type JsonObject,
  readContract,
  type ToolContract,
  termsKey,
} from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { classifyDrift } from "./classify.ts";
import { wideningsOf } from "./widens.ts";

const text = { type: "string" };
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  additionalProperties: false,
});

function toolWith({ terms = {}, ...differences }: JsonObject): JsonObject {
  return {
    name: "send_note",
    description: "Sends a note.",
    inputSchema: objectOf({ city: text }),
    outputSchema: objectOf({ id: text, note: text }),
    annotations: { openWorldHint: true },
    _meta: { [termsKey]: isJsonObject(terms) ? { effect: "write", ...terms } : {} },
    ...differences,
  };
}

function contractOf(tool: JsonObject): ToolContract {
  const reading = readContract({ server: "notes", tool });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return reading.contract;
}

function widenings(before: JsonObject, after: JsonObject): readonly string[] {
  return wideningsOf(contractOf(toolWith(before)), contractOf(toolWith(after)));
}

const firstParty = { origin: "first-party" };
const thirdParty = { origin: "third-party" };

describe("a change of what a contract says of its values", () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    ["the reach turns", { terms: { reach: "internal" } }, { terms: { reach: "outside" } }, "reach"],
    ["the reach is gone", { terms: { reach: "internal" } }, {}, "reach"],
    ["a claim to stay inside is new", {}, { terms: { reach: "internal" } }, "reach"],
    ["a role is gone", { terms: { input: { "/city": { role: "destination" } } } }, {}, "role"],
    [
      "a role is another",
      { terms: { input: { "/city": { role: "destination" } } } },
      { terms: { input: { "/city": { role: "content" } } } },
      "role",
    ],
    [
      "a keyword for a role is gone",
      { inputSchema: objectOf({ city: { ...text, "x-role": "target" } }) },
      {},
      "role",
    ],
    ["a field is trusted", {}, { terms: { output: { "/id": firstParty } } }, "origin"],
    [
      "a keyword makes a field trusted",
      {},
      { outputSchema: objectOf({ id: { ...text, "x-origin": "first-party" }, note: text }) },
      "origin",
    ],
    [
      "a field below a trusted one is no longer third-party",
      { terms: { output: { "": firstParty, "/note": thirdParty } } },
      { terms: { output: { "": firstParty } } },
      "origin",
    ],
    ["an origin is gone", { terms: { output: { "/note": thirdParty } } }, {}, "origin"],
    [
      "a sensitivity is gone",
      { terms: { output: { "/note": { sensitivity: "pii" } } } },
      {},
      "sensitivity",
    ],
    [
      "a secret is only personal",
      { terms: { output: { "/note": { sensitivity: "secret" } } } },
      { terms: { output: { "/note": { sensitivity: "pii" } } } },
      "sensitivity",
    ],
  ])("widens if %s", (...[, before, after, widening]) => {
    expect(widenings(before, after)).toEqual([widening]);
    expect(classifyDrift(toolWith(before), toolWith(after))).toBe("widening");
  });

  it.each<[string, JsonObject]>([
    ["guessed", { account: { type: "integer" } }],
    ["declared", { code: { type: "integer", "x-role": "destination" } }],
  ])("widens if an argument that is a %s destination is new", (_, argument) => {
    const after = { inputSchema: objectOf({ city: text, ...argument }) };

    expect(widenings({}, after)).toEqual(["destination"]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a role is new", {}, { terms: { input: { "/city": { role: "destination" } } } }],
    ["a field is marked as third-party", {}, { terms: { output: { "/note": thirdParty } } }],
    [
      "a field is marked as sensitive",
      {},
      { terms: { output: { "/note": { sensitivity: "pii" } } } },
    ],
    [
      "a marked field is gone",
      { terms: { output: { "/note": { ...firstParty, sensitivity: "pii" } } } },
      { outputSchema: objectOf({ id: text }) },
    ],
    [
      "a guessed destination is new in a tool that stays inside",
      { annotations: { openWorldHint: false } },
      {
        annotations: { openWorldHint: false },
        inputSchema: objectOf({ city: text, account: { type: "integer" } }),
      },
    ],
  ])("widens nothing if %s", (_, before, after) => {
    expect(widenings(before, after)).toEqual([]);
  });
});
