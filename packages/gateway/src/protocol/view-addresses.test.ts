import type { JsonObject } from "@toolcourt/sdk";
import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { hasView, isForViewsOnly, ViewAddresses, viewOf } from "./view-addresses.ts";

const two = new ViewAddresses(["crm", "a b/c"]);
const one = new ViewAddresses(["crm"]);

describe("the addresses of views", () => {
  it("stay as they are with one server", () => {
    const tool = { name: "t", _meta: { ui: { resourceUri: "ui://card" } } };

    expect(one.isNaming).toBe(false);
    expect(one.outward("crm", "ui://card")).toBe("ui://card");
    expect(one.inward("ui://crm/card")).toBeUndefined();
    expect(one.inTool("crm", tool)).toEqual(tool);
  });

  it("begin with the name of their server if there are several", () => {
    expect(two.outward("crm", "ui://card/a.html?x#y")).toBe("ui://crm/card/a.html?x#y");
    expect(two.outward("a b/c", "ui://card")).toBe("ui://a%20b%2Fc/card");
    expect(two.outward("crm", "file:///card")).toBe("file:///card");
  });

  it.each([
    "ui://card",
    "ui://other/card",
    "ui://CRM/card",
    "ui://a b/c/card",
    "x://crm/card",
    "ui:",
  ])("name no server in %s", (uri) => {
    expect(two.inward(uri)).toBeUndefined();
  });

  it.each(["ui://crm", "ui://crm?x", "ui://crm#x/y", "ui://a%20b%2Fc"])(
    "name their server in %s, with nothing behind it",
    (uri) => {
      const server = uri.startsWith("ui://crm") ? "crm" : "a b/c";
      expect(two.inward(uri)).toEqual({ server, uri });
    },
  );

  it("lead back to every address of a server, byte for byte", () => {
    assert(
      property(constantFrom("crm", "a b/c"), string({ unit: "binary" }), (server, rest) => {
        const uri = `ui://${rest}`;
        expect(two.inward(two.outward(server, uri))).toEqual({ server, uri });
      }),
    );
  });
});

describe("a tool", () => {
  it.each<[string, JsonObject, string | undefined]>([
    ["none", {}, undefined],
    ["the current key", { ui: { resourceUri: "ui://a" } }, "ui://a"],
    ["the older key", { "ui/resourceUri": "ui://a" }, "ui://a"],
    [
      "both, of which the current one counts",
      { ui: { resourceUri: "ui://a" }, "ui/resourceUri": "ui://b" },
      "ui://a",
    ],
    [
      "the older key beside other settings",
      { ui: { visibility: ["app"] }, "ui/resourceUri": "ui://b" },
      "ui://b",
    ],
    ["another scheme", { ui: { resourceUri: "https://a" } }, undefined],
    ["no text", { ui: { resourceUri: 7 } }, undefined],
  ])("names its view by %s", (_, meta, view) => {
    expect(viewOf({ name: "t", _meta: meta })).toBe(view);
  });

  it("keeps everything else of its metadata", () => {
    const ui = { resourceUri: "ui://a", visibility: ["app"], csp: { connectDomains: [] } };
    const tool = { name: "t", _meta: { ui, "ui/resourceUri": "ui://a", other: 1 } };

    expect(two.inTool("crm", tool)).toEqual({
      name: "t",
      _meta: {
        ui: { ...ui, resourceUri: "ui://crm/a" },
        "ui/resourceUri": "ui://crm/a",
        other: 1,
      },
    });
  });

  it.each<[JsonObject, boolean]>([
    [{}, false],
    [{ ui: {} }, false],
    [{ ui: { visibility: ["model", "app"] } }, false],
    [{ ui: { visibility: ["app"] } }, true],
    [{ ui: { visibility: [] } }, true],
    [{ ui: { visibility: "app" } }, false],
  ])("with %j is for views alone: %s", (meta, isOnly) => {
    expect(isForViewsOnly({ name: "t", _meta: meta })).toBe(isOnly);
  });
});

it.each<[JsonObject, boolean, JsonObject]>([
  [{ type: "text", text: "ui://a" }, false, { type: "text", text: "ui://a" }],
  [
    { type: "resource_link", uri: "ui://a", name: "a" },
    true,
    { type: "resource_link", uri: "ui://crm/a", name: "a" },
  ],
  [
    { type: "resource", resource: { uri: "ui://a", text: "see ui://a" } },
    true,
    { type: "resource", resource: { uri: "ui://crm/a", text: "see ui://a" } },
  ],
  [{ type: "resource_link", uri: "x://a" }, false, { type: "resource_link", uri: "x://a" }],
  [{ type: "resource" }, false, { type: "resource" }],
])("the block %j names a view: %s", (block, names, named) => {
  expect(hasView(block)).toBe(names);
  expect(two.inBlock("crm", block)).toEqual(named);
});
