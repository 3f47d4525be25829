import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { withParameters } from "../rule.ts";
import { termsReachAgrees } from "./reach-agrees.ts";

const inside = { terms: { reach: "internal" } } as const;

describe("terms/reach-agrees", () => {
  it("points at the address", () => {
    const found = remarks(termsReachAgrees, {
      ...withParameters({ page: { type: "object", properties: { link: { type: "string" } } } }),
      ...inside,
    });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/input/properties/page/properties/link"]);
  });

  it("finds a declared address under any name", () => {
    const thing = { type: "string", "x-role": "destination", "x-kind": "email" };

    expect(remarks(termsReachAgrees, { ...withParameters({ thing }), ...inside })).toHaveLength(1);
  });

  it("leaves writes to their own rule", () => {
    const example = { ...withParameters({ url: { type: "string" } }), ...inside };

    expect(remarks(termsReachAgrees, { ...example, effect: "write" })).toEqual([]);
  });

  it("believes a stated reach more than an annotation", () => {
    const asReceived = { annotations: { openWorldHint: false } };
    const example = { ...withParameters({ url: { type: "string" } }), asReceived };

    expect(remarks(termsReachAgrees, { ...example, terms: { reach: "outside" } })).toEqual([]);
  });
});
