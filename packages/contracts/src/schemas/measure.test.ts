import type { JsonValue } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, isDeeperThan, nodesOf } from "./measure.ts";

const { value: plain } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>("é", "a", 1, -0.5, true, null),
    fc.array(tie("value")),
    fc.dictionary(fc.constantFrom("a", "ü"), tie("value"), { noNullPrototype: true }),
  ),
}));

describe("measuring a value", () => {
  it("counts the bytes of its JSON text", () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(bytesOf(value, Number.POSITIVE_INFINITY)).toBe(
          Buffer.byteLength(JSON.stringify(value)),
        );
      }),
    );
  });

  it("counts its nodes", () => {
    expect(nodesOf({ a: [1, 2, { b: null }], c: "d" }, 100)).toBe(7);
    expect(nodesOf(1, 100)).toBe(1);
  });

  it("stops counting soon after the limit", () => {
    const rows = Array.from({ length: 1_000 }, () => [1, 2, 3]);

    expect(nodesOf(rows, 10)).toBeLessThan(1_100);
    expect(bytesOf(rows, 10)).toBeLessThan(1_100);
  });

  it("determines its depth", () => {
    expect(isDeeperThan([[[]]], 2)).toBe(false);
    expect(isDeeperThan([[[1]]], 2)).toBe(true);
  });
});
