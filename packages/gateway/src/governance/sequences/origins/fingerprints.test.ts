import { describe, expect, it } from "vitest";
import { createFingerprints, eachFingerprint, writeFingerprints } from "./fingerprints.ts";

const key = Buffer.alloc(32, 1);
const texts = Array.from({ length: 500 }, (_, at) => `value ${at}`);

describe("createFingerprints", () => {
  it("gives a text the same 53 bits each time, and other texts other ones", () => {
    const { of } = createFingerprints(key, "a");
    const prints = texts.map(of);

    expect(prints).toEqual(texts.map(createFingerprints(Buffer.alloc(32, 1), "a").of));
    expect(new Set(prints).size).toBe(texts.length);
    expect(prints.every((print) => Number.isSafeInteger(print) && print > 0)).toBe(true);
    expect(prints.some((print) => print > 2 ** 52)).toBe(true);
  });

  it("shares nothing between keys, tenants, and no tenant", () => {
    const sources = [
      createFingerprints(key, "a"),
      createFingerprints(key, "b"),
      createFingerprints(key, null),
      createFingerprints(key, "none"),
      createFingerprints(Buffer.alloc(32, 2), "a"),
    ];
    const prints = sources.flatMap(({ of }) => texts.map(of));

    expect(new Set(prints).size).toBe(sources.length * texts.length);
  });

  it("keeps domains apart without a collision, and stays within 53 bits", () => {
    const { of, within } = createFingerprints(key, null);
    const prints = texts.map(of);
    const moved = ["user/", "first/email", "loose"].flatMap((domain) =>
      prints.map((print) => within(domain, print)),
    );

    expect(new Set([...prints, ...moved]).size).toBe(4 * texts.length);
    expect(moved.every((print) => Number.isInteger(print) && print > 0 && print <= 2 ** 53)).toBe(
      true,
    );
    expect(within("loose", prints[0] ?? 0)).toBe(within("loose", prints[0] ?? 0));
  });

  it("keeps lone surrogates apart, which have one and the same replacement", () => {
    const { of } = createFingerprints(key, null);

    expect(new Set(["\ud800", "\ud801", "\ufffd"].map(of)).size).toBe(3);
  });

  it("refuses a short key, with the length and what to do", () => {
    expect(() => createFingerprints(Buffer.alloc(16), null)).toThrow(
      'The key of the fingerprints: expected at least 32 bytes, got 16. Make one with "openssl rand 32".',
    );
  });
});

describe("written fingerprints", () => {
  it("are read as they were, nine characters each", () => {
    const prints = [1, 2 ** 30 - 1, 2 ** 30, 2 ** 53 - 1, 2 ** 53, 4_711];
    const written = writeFingerprints(prints);
    const read: number[] = [];
    eachFingerprint(written, (print) => read.push(print));

    expect(written).toMatch(/^[\w-]{54}$/);
    expect(read).toEqual(prints);
  });
});
