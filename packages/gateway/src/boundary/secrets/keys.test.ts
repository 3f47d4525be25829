import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyLineOf, parseKeys } from "./keys.ts";
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
