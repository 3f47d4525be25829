import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { link, linkSteps, sha256 } from "./chain.ts";

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

describe("link", () => {
  it("is what its steps say: a hash of the prefix, the previous hash and the leaf", () => {
    const { prefix, leafOf, hashOf } = linkSteps;
    const first = link(undefined, "one");
    const second = link(first.hash, "two");

    const bytes = [prefix, Buffer.from(first.hash, "hex"), Buffer.from(leafOf("two"), "binary")];
    expect(second.hash).toBe(sha256(Buffer.concat(bytes)).toString("hex"));
    expect(second.hash).toBe(hashOf(first.hash, leafOf("two")));
    const zeros = [prefix, Buffer.alloc(32), Buffer.from(leafOf("one"), "binary")];
    expect(first.hash).toBe(sha256(Buffer.concat(zeros)).toString("hex"));
  });
});
