import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { localRefs } from "./local-refs.ts";

describe("schema/local-refs", () => {
  it.each([
    "https://evil.example/s.json",
    "//evil.example/s.json",
    "file:///etc/passwd",
    "other.json",
    "#/$defs/nothing",
    "#nothing",
    "#/%zz",
    "http://[",
  ])("refuses %s", ($ref) => {
    expect(placesOf(localRefs, { properties: { a: { $ref } } })).toEqual(["/properties/a/$ref"]);
  });

  it.each([
    { $ref: "#/$defs/a~1b", $defs: { "a/b": {} } },
    { $ref: "#/$defs/a%25b", $defs: { "a%b": true } },
    { $ref: "#here", $defs: { a: { $anchor: "here" } } },
    { $dynamicRef: "#node", $defs: { a: { $dynamicAnchor: "node" } } },
    { $id: "https://example.com/a", $ref: "b", $defs: { b: { $id: "b" } } },
    { $id: "urn:example:a", $ref: "urn:example:a#/$defs/b", $defs: { b: {} } },
    { $ref: "https://json-schema.org/draft/2020-12/schema" },
    { $ref: "#/x-shelf/a", "x-shelf": { a: { type: "string" } } },
    { properties: { $ref: { type: "string" } } },
  ])("follows %j", (schema) => {
    expect(placesOf(localRefs, schema)).toEqual([]);
  });

  it("ignores the name beside a `$ref` in draft-07, as the dialect requires", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const definitions = {
      a: { $id: "#named" },
      b: { $ref: "#named", $id: "https://other.example/" },
    };

    expect(placesOf(localRefs, { $schema, definitions })).toEqual([]);
  });
});
