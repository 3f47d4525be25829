import { createSecretKey, randomBytes } from "node:crypto";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  keyLineOf,
  type Place,
  parseKeys,
  type SealingKey,
  sealBytes,
  unsealBytes,
} from "./keys.ts";
import { VaultError } from "./vault-error.ts";

const line = (version: number): string => keyLineOf(version, Buffer.alloc(32, version));

function problemOf(text: string): unknown {
  try {
    return parseKeys(text);
  } catch (error) {
    return error instanceof VaultError ? error.problem : error;
  }
}

describe("parseKeys", () => {
  it("writes with the highest version, in any order", () => {
    const keys = parseKeys(`${line(2)}\n${line(11)}\r\n\n${line(1)}\n`);

    expect(keys.writing.version).toBe(11);
    expect([...keys.byVersion.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 11]);
  });

  it("does not write with a standby key, but can read with it", () => {
    const keys = parseKeys(`${line(1)}\n${line(2)} standby`);

    expect(keys.writing.version).toBe(1);
    expect(keys.byVersion.has(2)).toBe(true);
  });

  it.each([
    ["", "key-missing"],
    [" \n", "key-missing"],
    [`${line(1)} standby`, "key-all-standby"],
    [`${line(1)}\n${line(1)}`, "key-version-twice"],
    [line(0), "key-malformed"],
    [line(1.5), "key-malformed"],
    [keyLineOf(1, Buffer.alloc(16)), "key-malformed"],
    [keyLineOf(1, Buffer.alloc(33)), "key-malformed"],
    ["hunter2", "key-malformed"],
  ])("refuses %j", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it("never exposes keys in output or errors", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const base64 = Buffer.from(bytes).toString("base64");
        const shown = inspect(parseKeys(`1:${base64}`), { depth: Infinity, showHidden: true });

        expect(shown).not.toContain(base64);
        expect(inspect(problemOf(`1:${base64}x`))).not.toContain(base64);
      }),
    );
  });
});

const key: SealingKey = { version: 3, key: createSecretKey(Buffer.alloc(32, 7)) };
const words = fc.string({ unit: "grapheme" });
const places = fc.record<Place>({
  table: words,
  row: words,
  tenant: words,
  connection: words,
  field: words,
});
const parts = ["table", "row", "tenant", "connection", "field"] as const;
const plain = Buffer.from("the token");
const seal = (place: Place): Uint8Array => sealBytes(key, place, { plain, random: randomBytes });

describe("sealBytes and unsealBytes", () => {
  it("open arbitrary bytes at their place", () => {
    fc.assert(
      fc.property(places, fc.uint8Array(), (place, any) => {
        const sealed = sealBytes(key, place, { plain: any, random: randomBytes });

        expect(Buffer.from(any).equals(unsealBytes(key, place, sealed))).toBe(true);
      }),
    );
  });

  it("refuse any other part of the place", () => {
    fc.assert(
      fc.property(places, fc.constantFrom(...parts), words, (place, part, other) => {
        fc.pre(place[part] !== other);

        expect(() => unsealBytes(key, { ...place, [part]: other }, seal(place))).toThrow(
          VaultError,
        );
      }),
    );
  });

  it("refuse exchanged parts or parts joined differently", () => {
    const place = { table: "a", row: "b", tenant: "c", connection: "d", field: "e" };

    for (const other of [
      { ...place, table: "b", row: "a" },
      { ...place, table: "ab", row: "" },
      { ...place, table: 'a","row":"b' },
    ]) {
      expect(() => unsealBytes(key, other, seal(place))).toThrow(VaultError);
    }
  });

  it("refuse another key, or another version of the key", () => {
    fc.assert(
      fc.property(places, fc.uint8Array({ minLength: 32, maxLength: 32 }), (place, bytes) => {
        fc.pre(!Buffer.alloc(32, 7).equals(bytes));
        const other = { version: 3, key: createSecretKey(bytes) };

        expect(() => unsealBytes(other, place, seal(place))).toThrow(VaultError);
        expect(() => unsealBytes({ ...key, version: 4 }, place, seal(place))).toThrow(VaultError);
      }),
    );
  });

  it("refuse data that is truncated, extended or changed in any bit", () => {
    const bits = fc.record({ at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) });
    fc.assert(
      fc.property(places, bits, (place, { at, bit }) => {
        const sealed = seal(place);
        const changed = Uint8Array.from(sealed);
        const index = at % sealed.length;
        changed[index] = (changed[index] ?? 0) ^ (1 << bit);

        for (const damaged of [
          changed,
          sealed.subarray(0, index),
          sealed.subarray(1 + index),
          Buffer.concat([sealed, Buffer.of(0)]),
        ]) {
          expect(() => unsealBytes(key, place, damaged)).toThrow(VaultError);
        }
      }),
    );
  });

  it("differ each time, and reveal nothing of the content", () => {
    const place = { table: "a", row: "b", tenant: "c", connection: "d", field: "e" };

    expect(seal(place)).not.toEqual(seal(place));
    expect(Buffer.from(seal(place)).includes(plain)).toBe(false);
  });
});
