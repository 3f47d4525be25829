import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkValue } from "./checks.ts";

describe("checkValue", () => {
  it("blames the value when it has more issues than Zod can handle", async () => {
    const schema = z.string().refine(() => {
      throw new RangeError("Maximum call stack size exceeded");
    });

    await expect(checkValue(schema, "x", "input-invalid")).rejects.toMatchObject({
      code: "input-invalid",
      issues: [{ pointer: "", message: "Expected a value with fewer faults." }],
    });
  });

  it("rethrows an error thrown by the author's own check", async () => {
    const thrown = new Error("broken");
    const schema = z.string().refine(() => {
      throw thrown;
    });

    await expect(checkValue(schema, "x", "input-invalid")).rejects.toBe(thrown);
  });
});
