import { describe, expect, it } from "vitest";
import { limitsOf } from "./limits.ts";

describe("limitsOf", () => {
  it.each([
    [{ minimum: 1, maximum: 5 }, 5],
    [{ exclusiveMinimum: 0 }, 0.1],
    [{ maxLength: 3 }, "äöü"],
    [{ minItems: 2 }, ["a", "b"]],
    [{ minimum: 100, minItems: 3 }, "any text"],
    [{ maximum: "5" }, 9],
  ])("%j accepts %j", (schema, value) => {
    expect(limitsOf(schema)(value)).toBe(true);
  });

  it.each([
    [{ minimum: 1 }, 0],
    [{ maximum: 5 }, 6],
    [{ exclusiveMaximum: 5 }, 5],
    [{ minLength: 4 }, "abc"],
    [{ maxItems: 1 }, [1, 2]],
  ])("%j rejects %j", (schema, value) => {
    expect(limitsOf(schema)(value)).toBe(false);
  });
});
