import { describe, expect, it } from "vitest";
import { annotationsOf, hintOf } from "./annotations.ts";

describe("the annotations of a tool", () => {
  it.each([{}, { annotations: null }, { annotations: [true] }, { annotations: "readOnly" }])(
    "are empty for %j",
    (tool) => {
      expect(annotationsOf(tool)).toEqual({});
    },
  );

  it("count as hints only if boolean", () => {
    expect(hintOf({ annotations: { readOnlyHint: false } }, "readOnlyHint")).toBe(false);
    expect(hintOf({ annotations: { readOnlyHint: "yes" } }, "readOnlyHint")).toBeUndefined();
    expect(hintOf({ annotations: {} }, "readOnlyHint")).toBeUndefined();
  });
});
