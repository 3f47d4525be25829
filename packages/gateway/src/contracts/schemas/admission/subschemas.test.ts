import { describe, expect, it } from "vitest";
import { placesOf } from "../../../testing/inspections.ts";
import { subschemas } from "./subschemas.ts";

describe("schema/subschemas", () => {
  it("counts definitions that nothing refers to: they are read all the same", () => {
    const schema = { $defs: { a: {}, b: {}, c: {} } };

    expect(placesOf(subschemas, schema, { maxSubschemas: 4 })).toEqual([]);
    expect(placesOf(subschemas, schema, { maxSubschemas: 3 })).toEqual(["/$defs/c"]);
  });
});
