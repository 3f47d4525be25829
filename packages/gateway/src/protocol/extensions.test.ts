import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import {
  advertisedFor,
  agreedOn,
  demandedIn,
  handledIn,
  statedBy,
  statedExtensions,
  uiExtension,
  viewType,
  withHandled,
} from "./extensions.ts";

const ui = { [uiExtension]: { mimeTypes: [viewType] } };
const plain = { [uiExtension]: {} };

describe("the handled extensions of a client or a server", () => {
  it.each<[string, JsonObject, Readonly<Record<"known" | "unknown", readonly string[]>>]>([
    ["none", {}, { known: [], unknown: [] }],
    ["no map", { extensions: "all" }, { known: [], unknown: [] }],
    ["an empty map", { extensions: {} }, { known: [], unknown: [] }],
    ["a handled one", { extensions: ui }, { known: [uiExtension], unknown: [] }],
    [
      "settings that are no object",
      { extensions: { [uiExtension]: true } },
      { known: [], unknown: [] },
    ],
    [
      "an unknown one",
      { extensions: { "com.example/x": {}, ...ui } },
      { known: [uiExtension], unknown: ["com.example/x"] },
    ],
    [
      "an official one that is not handled",
      { extensions: { "io.modelcontextprotocol/skills": {} } },
      { known: [], unknown: ["io.modelcontextprotocol/skills"] },
    ],
    ["no identifier", { extensions: { ui: {} } }, { known: [], unknown: ["ui"] }],
    [
      "a name of every object",
      { extensions: { constructor: {} } },
      { known: [], unknown: ["constructor"] },
    ],
  ])("are found in %s", (_, capabilities, { known, unknown }) => {
    const dropped: string[] = [];

    const found = handledIn(capabilities, "modern", (id) => dropped.push(id));

    expect(Object.keys(found)).toEqual(known);
    expect(dropped).toEqual(unknown);
  });

  it("are all that is left of a client's declaration", () => {
    const capabilities = { elicitation: {}, extensions: { ...ui, "com.example/x": { a: 1 } } };

    expect(withHandled(capabilities, "legacy")).toEqual({ elicitation: {}, extensions: ui });
    expect(withHandled({ extensions: { "com.example/x": {} } }, "modern")).toEqual({});
  });

  it("leave capabilities without extensions as they are", () => {
    const capabilities = { elicitation: {} };

    expect(withHandled(capabilities, "modern")).toBe(capabilities);
  });
});

function types(...mimeTypes: readonly string[]): JsonObject {
  return { [uiExtension]: { mimeTypes } };
}

describe("what a client and a server agree on", () => {
  it.each<[string, readonly [JsonObject | undefined, JsonObject], JsonObject | undefined]>([
    ["both declare it", [ui, plain], ui],
    ["the client does not declare it", [undefined, plain], undefined],
    ["the client declares another one", [{ "com.example/x": {} }, plain], undefined],
    ["the server does not advertise it", [ui, {}], undefined],
    ["the client has more types", [types("text/plain", viewType), plain], ui],
    ["the client has other types only", [types("text/html"), plain], undefined],
    ["the client has no types", [types(), plain], undefined],
    ["the client forgot its types", [plain, plain], undefined],
    ["the server has the type too", [ui, types(viewType, "x/y")], ui],
    ["the server has other types only", [ui, types("x/y")], undefined],
    ["the types of the server are no list", [ui, { [uiExtension]: { mimeTypes: 7 } }], undefined],
    ["the settings of the client are no object", [{ [uiExtension]: 1 }, plain], undefined],
  ])("is right if %s", (_, [declared, advertised], agreed) => {
    const offered = handledIn({ extensions: advertised }, "modern");

    expect(agreedOn(declared, offered)).toEqual(agreed);
  });
});

describe("what the gateway says for itself", () => {
  it("are the settings of the extensions that an operator allows", () => {
    expect(statedBy([])).toEqual({});
    expect(statedBy(statedExtensions)).toEqual(ui);
  });

  it("are to clients the extensions of servers, without settings", () => {
    const server = handledIn({ extensions: ui }, "legacy");

    expect(advertisedFor("modern", [])).toEqual({});
    expect(advertisedFor("modern", [handledIn({}, "modern")])).toEqual({});
    expect(advertisedFor("legacy", [server, server])).toEqual(plain);
  });
});

it("demandedIn names a handled extension only", () => {
  expect(demandedIn({ extensions: ui })).toBe(uiExtension);
  expect(demandedIn({ extensions: { "com.example/x": {} } })).toBeUndefined();
  expect(demandedIn({ elicitation: {} })).toBeUndefined();
});

// The grammar of SEP-2133: dot-separated labels, a slash and a name.
const label = "[a-z](?:[a-z\\d-]*[a-z\\d])?";
const identifier = new RegExp(`^${label}(?:\\.${label})*/[a-z\\d](?:[\\w.-]*[a-z\\d])?$`, "i");

it.each(statedExtensions)("%s is an identifier of the protocol", (id) => {
  expect(id).toMatch(identifier);
});
