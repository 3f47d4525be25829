import * as fc from "fast-check";
import { expect, it } from "vitest";
import { hasAtLeast, hasAtMost } from "./length.ts";

it("hasAtMost counts characters as JSON Schema does", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "é", "😀", "\ud800", "\udc00"),
    maxLength: 12,
  });

  fc.assert(
    fc.property(text, fc.nat(12), (value, limit) => {
      const length = Array.from(value).length;

      expect(hasAtMost(value, limit)).toBe(length <= limit);
      expect(hasAtLeast(value, limit)).toBe(length >= limit);
    }),
  );
});
