import { describe, expect, it } from "vitest";
import { instant, list, number, object, oneOf, optional, text } from "./decode.ts";
import { overview } from "./shapes.ts";

const read = object<{ readonly name: string; readonly sizes: readonly number[] }>({
  name: text,
  sizes: list(number),
});

describe("reading an answer", () => {
  it("keeps the members that it knows", () => {
    const found = read({ name: "a", sizes: [1], other: true }, "");

    expect(found).toEqual({ name: "a", sizes: [1] });
  });

  it.each([
    [{ name: 1, sizes: [] }, "/name is not text"],
    [{ name: "a", sizes: ["1"] }, "/sizes/0 is not a number"],
    [null, " is not an object"],
  ])("names the place in %j", (value, message) => {
    expect(() => read(value, "")).toThrow(message);
  });

  it("finds no inherited member", () => {
    const own = object<{ readonly toString: string | undefined }>({ toString: optional(text) });

    expect(own({}, "")).toEqual({ toString: undefined });
  });

  it("reads times in both forms, and refuses others", () => {
    expect([instant(5, ""), instant("1970-01-01T00:00:01Z", "")]).toEqual([5, 1_000]);
    expect(() => instant("soon", "")).toThrow("is not a time");
  });

  it("refuses a choice that it does not know", () => {
    expect(() => oneOf(["read", "write"])("format", "/effect")).toThrow("/effect is not read or");
  });

  it("takes a bucket without calls", () => {
    const waiting = {
      approvals: 1,
      heldTools: null,
      drafts: null,
      unfinishedCalls: null,
      unsignedRows: null,
      expiringConnections: null,
    };
    const buckets = [{ at: 0, count: 0, refused: 0, failed: 0 }];
    const found = overview(
      { at: 1, waiting, servers: [], calls: { bucketSeconds: 10, buckets } },
      "",
    );

    expect(found.calls.buckets).toMatchObject([{ p50: null, p95: null }]);
  });
});
