import { describe, expect, it } from "vitest";
import { FingerprintTable } from "./fingerprint-table.ts";

describe("FingerprintTable", () => {
  it("finds every key after many growths, also those with the same low bits", () => {
    const table = new FingerprintTable();
    const keys = Array.from({ length: 5_000 }, (_, at) => (at + 1) * 2 ** 32 + (at % 7));
    for (const [at, key] of keys.entries()) table.set(key, at);

    expect(keys.map((key) => table.get(key))).toEqual(keys.map((_, at) => at));
    expect(table.get(3)).toBeUndefined();
    expect(table.size).toBe(5_000);
    expect([...table.entries()]).toHaveLength(5_000);
  });

  it("replaces the value of a key", () => {
    const table = new FingerprintTable();
    table.set(2 ** 53, 1);
    table.set(2 ** 53, 2);

    expect([table.get(2 ** 53), table.size]).toEqual([2, 1]);
  });
});
