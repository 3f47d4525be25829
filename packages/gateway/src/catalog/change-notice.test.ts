import { differences } from "@toolcourt/contracts/internal/drift/classify";
import { array, assert, constantFrom, property, string, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNotice, readNotice } from "./broadcast-changes.ts";

const digest = `sha256:${"0f".repeat(32)}`;
const drifted = new Map([["read", { difference: "breaking", digest } as const]]);
const notice = { from: "p1", server: "crm", drifted };

describe("formatNotice and readNotice", () => {
  it("survive a round trip, split into as many texts as needed", () => {
    const names = constantFrom(
      "read",
      "__proto__",
      "toString",
      "\u0000",
      "\ud800",
      "名前",
      '"',
      "",
    );
    const tools = array(tuple(names, constantFrom(...differences)), { maxLength: 12 });
    assert(
      property(string(), string(), tools, (from, server, given) => {
        const many = new Map(given.map(([tool, difference]) => [tool, { difference, digest }]));

        const read = formatNotice({ from, server, drifted: many }).map(readNotice);

        expect(read.every((each) => each?.from === from && each.server === server)).toBe(true);
        expect(new Map(read.flatMap((each) => [...(each?.drifted ?? [])]))).toEqual(many);
      }),
    );
  });

  it("only request a new look if nothing has drifted", () => {
    expect(formatNotice({ ...notice, drifted: new Map() }).map(readNotice)).toEqual([
      { ...notice, drifted: new Map() },
    ]);
  });

  it("stay within the PostgreSQL payload limit for any tool names", () => {
    const worst = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(256, "\u0000"));
    const many = new Map(worst.map((tool) => [tool, { difference: "widening", digest } as const]));

    const sizes = formatNotice({ ...notice, drifted: many }).map((text) =>
      Buffer.byteLength(JSON.stringify(["registry", text])),
    );

    expect(Math.max(...sizes)).toBeLessThan(8_000);
  });

  it("omit a tool whose name exceeds the limit", () => {
    const long = new Map([["x".repeat(257), { difference: "breaking", digest } as const]]);

    expect(formatNotice({ ...notice, drifted: long }).map(readNotice)).toEqual([
      { ...notice, drifted: new Map() },
    ]);
  });

  const good = { from: "p1", server: "crm", drifted: [["read", "breaking", digest]] };
  it.each([
    "",
    "null",
    "[]",
    "{",
    "{}",
    { ...good, more: 1 },
    { ...good, from: 1 },
    { ...good, server: null },
    { ...good, drifted: {} },
    { ...good, drifted: ["read"] },
    { ...good, drifted: [["read", "breaking"]] },
    { ...good, drifted: [["read", "none", digest]] },
    { ...good, drifted: [["read", "toString", digest]] },
    { ...good, drifted: [["read", "breaking", "sha256:0f"]] },
    { ...good, drifted: [[1, "breaking", digest]] },
    { ...good, drifted: [["x".repeat(257), "breaking", digest]] },
    { ...good, drifted: Array.from({ length: 4 }, () => ["read", "breaking", digest]) },
    { ...good, server: "x".repeat(8_000) },
  ])("refuse any text that we would not write: %j", (other) => {
    const text = typeof other === "string" ? other : JSON.stringify(other);

    expect(readNotice(text)).toBeUndefined();
    expect(readNotice(JSON.stringify(good))).toEqual(notice);
  });
});
