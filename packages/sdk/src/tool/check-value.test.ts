import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkValue } from "./check-value.ts";

describe("checkValue", () => {
  it("blames the value when it has more faults than Zod can carry", async () => {
    const schema = z.string().refine(() => {
      throw new RangeError("Maximum call stack size exceeded");
    });

    await expect(checkValue(schema, "x", "input-invalid")).rejects.toMatchObject({
      code: "input-invalid",
      issues: [{ pointer: "", message: "Expected a value with fewer faults." }],
    });
  });

  it("leaves what a check of the author throws to those who tell of it", async () => {
    const thrown = new Error("broken");
    const schema = z.string().refine(() => {
      throw thrown;
    });

    await expect(checkValue(schema, "x", "input-invalid")).rejects.toBe(thrown);
  });
});
