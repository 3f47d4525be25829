import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { outputObjectRoot } from "./object-root.ts";

describe("output/object-root", () => {
  it("allows branches beside a root typed as an object", () => {
    const output = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] };

    expect(remarks(outputObjectRoot, { output })).toEqual([]);
  });

  it.each([{}, { type: ["object", "null"] }, { properties: {} }])(
    "does not guess the meaning of a root without a plain type: %j",
    (output) => {
      expect(remarks(outputObjectRoot, { output })).toHaveLength(1);
    },
  );
});
