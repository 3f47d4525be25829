import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "./chain.ts";

describe("sha256", () => {
  it("returns the digest bytes, for bytes and texts alike", () => {
    for (let size = 0; size < 300; size += 1) {
      const bytes = Buffer.alloc(size, size);
      expect(sha256(bytes)).toEqual(createHash("sha256").update(bytes).digest());
    }
    const text = "a row of the log: é, 漢, 🙂";
    expect(sha256(text)).toEqual(createHash("sha256").update(text, "utf8").digest());
  });
});
