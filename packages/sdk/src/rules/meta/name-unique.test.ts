import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaNameUnique } from "./name-unique.ts";

describe("meta/name-unique", () => {
  it("counts namesakes of the tool's own name only", () => {
    const scene = { namesakes: (name: string) => (name === "get-deck" ? 2 : 1) };

    expect(remarks(metaNameUnique, { name: "get-card", scene })).toEqual([]);
    expect(remarks(metaNameUnique, { name: "get-deck", scene })).toHaveLength(1);
  });

  it("leaves tools without a name to another rule", () => {
    expect(remarks(metaNameUnique, { name: "", scene: { namesakes: () => 3 } })).toEqual([]);
  });
});
