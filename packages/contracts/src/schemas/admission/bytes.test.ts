import { placesOf } from "@toolcourt/testing/inspections";
import { describe, expect, it } from "vitest";
import { bytes } from "./bytes.ts";

describe("schema/bytes", () => {
  it("counts bytes, not characters", () => {
    expect(placesOf(bytes, { title: "ééé" }, { maxBytes: 18 })).toEqual([]);
    expect(placesOf(bytes, { title: "éééé" }, { maxBytes: 18 })).toEqual([""]);
  });

  it("counts list contents", () => {
    const values = Array.from({ length: 30_000 }, (_, i) => `value ${i}`);

    expect(placesOf(bytes, { enum: values })).toEqual([""]);
  });
});
