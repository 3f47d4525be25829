import { describe, expect, it } from "vitest";
import { instanceOf } from "./instance-of.ts";

describe("instanceOf", () => {
  it.each(["^[A-Z]{2}-\\d+$", "^(?:cat|dog)s?$", "^\\w+@example\\.com$"])(
    "makes a text that fits the pattern %s",
    (pattern) => {
      const schema = { type: "string", pattern, minLength: 4, maxLength: 40 };

      const made = instanceOf(schema, schema);

      expect(made).toMatch(new RegExp(pattern));
      expect(made).toMatch(/^.{4,40}$/s);
    },
  );

  it("makes the minimal required value", () => {
    const root = {
      type: "object",
      required: ["id", "kind"],
      properties: { id: { $ref: "#/$defs/id" }, kind: { enum: ["a"] }, more: {} },
      $defs: { id: { type: "integer", minimum: 3 } },
    };

    expect(instanceOf(root, root)).toEqual({ id: 3, kind: "a" });
  });
});
