import { cpuUsage } from "node:process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ModelFailure } from "../model-failure.ts";
import { BulletReader } from "./read-bullets.ts";

/** Reads all pieces and returns the bullets and how they ended. */
function readAll(pieces: readonly string[]) {
  const reader = new BulletReader();
  const bullets: unknown[] = [];
  try {
    for (const piece of pieces) bullets.push(...reader.read(piece));
    reader.end();
    return { bullets, end: "complete" };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { bullets, end: error.kind };
  }
}

const bullet = fc.record(
  {
    span: fc.string({ unit: "grapheme" }),
    claim: fc.string({ unit: "binary" }),
    more: fc.jsonValue(),
  },
  { requiredKeys: ["span"] },
);

describe("BulletReader", () => {
  it("reads the same bullets however the answer is split", () => {
    fc.assert(
      fc.property(
        fc.array(bullet, { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(undefined, 2),
        (bullets, size, indent) => {
          const text = JSON.stringify({ bullets }, undefined, indent);
          fc.pre(!text.includes("__proto__") && text.isWellFormed() && text.length < 8_000);
          fc.pre(!/\d{16}|\\ud[89a-f]/.test(text));
          const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];

          const { bullets: found, end } = readAll(pieces);
          expect({ found: JSON.stringify({ bullets: found }), end }).toEqual({
            found: JSON.stringify({ bullets }),
            end: "complete",
          });
        },
      ),
    );
  });

  it("yields a bullet at the character that completes it", () => {
    const reader = new BulletReader();

    expect(reader.read('{"bullets":[{"span":"s1}\\"')).toEqual([]);
    expect(reader.read('"')).toEqual([]);
    expect(reader.read("}")).toEqual([{ span: 's1}"' }]);
  });

  it.each([
    ["prose before", 'Here: {"bullets":[]}'],
    ["prose after", '{"bullets":[{"span":"s1"}]} Done.'],
    ["a fence", '```json\n{"bullets":[]}\n```'],
    ["another key", '{"summary":[]}'],
    ["a second key", '{"bullets":[{"span":"s1"}],"more":1}'],
    ["a second object", '{"bullets":[]}{"bullets":[]}'],
    ["a missing comma", '{"bullets":[{"span":"s1"}{"span":"s2"}]}'],
    ["two commas", '{"bullets":[{"span":"s1"},,{"span":"s2"}]}'],
    ["a comma at the end", '{"bullets":[{"span":"s1"},]}'],
    ["something else in the list", '{"bullets":["s1"]}'],
    ["a key twice", '{"bullets":[{"span":"s1","span":"s2"}]}'],
    ["no end", '{"bullets":[{"span":"s1"}'],
    ["brackets that do not match", '{"bullets":[{"span":["s1"}]}'],
    ["a bullet without end", `{"bullets":[{"span":"${"x".repeat(10_000)}`],
  ])("rejects an answer with %s", (_what, text) => {
    expect(readAll(text.match(/[\s\S]{1,3}/g) ?? []).end).toBe("choice-malformed");
  });

  it("rejects an empty answer", () => {
    expect(readAll([]).end).toBe("empty");
  });

  it("takes linear time for an answer split into characters", () => {
    const claim = '\\"}{'.repeat(1_900);
    const text = `{"bullets":[${Array(24).fill(`{"span":"s1","claim":"${claim}"}`).join(",")}]}`;
    const start = cpuUsage();

    const { bullets, end } = readAll(text.split(""));

    expect([bullets.length, end]).toEqual([24, "complete"]);
    expect(cpuUsage(start).user).toBeLessThan(600_000);
  });

  it("limits the length of an answer", () => {
    const many = `{"bullets":[${`{"span":"s1"},`.repeat(20_000)}`;

    expect(readAll(many.match(/[\s\S]{1,5000}/g) ?? []).end).toBe("too-large");
  });
});
