import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaAnnotationsTyped } from "./annotations-typed.ts";

describe("meta/annotations-typed", () => {
  it("points at each annotation of a wrong type", () => {
    const annotations = {
      readOnlyHint: null,
      destructiveHint: 0,
      openWorldHint: true,
      title: null,
    };

    const found = remarks(metaAnnotationsTyped, { asReceived: { annotations } });

    expect(found.map(({ pointer }) => pointer)).toEqual([
      "/asReceived/annotations/readOnlyHint",
      "/asReceived/annotations/destructiveHint",
      "/asReceived/annotations/title",
    ]);
  });

  it("ignores annotations outside the protocol", () => {
    const asReceived = { annotations: { streamingHint: "yes" } };

    expect(remarks(metaAnnotationsTyped, { asReceived })).toEqual([]);
  });
});
