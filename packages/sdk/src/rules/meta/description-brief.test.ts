import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionBrief } from "./description-brief.ts";

describe("meta/description-brief", () => {
  it("counts bytes, not characters", () => {
    expect(remarks(metaDescriptionBrief, { description: "語".repeat(1_500) })).toHaveLength(1);
  });

  it("never refuses a tool for it", () => {
    expect(Object.values(metaDescriptionBrief.severity)).not.toContain("error");
  });
});
