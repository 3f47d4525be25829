import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionSize } from "./description-size.ts";

describe("meta/description-size", () => {
  it("counts bytes, since bytes are sent", () => {
    expect(remarks(metaDescriptionSize, { description: "語".repeat(6_000) })).toHaveLength(1);
  });

  it("counts blank space too, since it is sent", () => {
    expect(remarks(metaDescriptionSize, { description: " ".repeat(20_000) })).toHaveLength(1);
  });
});
