import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { subschemas } from "./subschemas.ts";

describe("schema/subschemas", () => {
  it("counts unreferenced definitions too, because they are parsed anyway", () => {
    const schema = { $defs: { a: {}, b: {}, c: {} } };

    expect(placesOf(subschemas, schema, { maxSubschemas: 4 })).toEqual([]);
    expect(placesOf(subschemas, schema, { maxSubschemas: 3 })).toEqual(["/$defs/c"]);
  });
});
