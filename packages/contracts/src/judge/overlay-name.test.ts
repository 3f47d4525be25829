import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overlaySteps } from "./overlay-name.ts";

/** Arbitrary code points, biased toward the interesting ones. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.integer({ min: 0x2000, max: 0x20ff }), fc.nat(0x10_ff_ff)), {
    minLength: 1,
    maxLength: 30,
  })
  .map((points) => String.fromCodePoint(...points));

describe("overlaySteps", () => {
  it("leaves ordinary names unchanged", () => {
    expect(overlaySteps("crm", "contacts.search_all-1")).toEqual([
      "crm",
      "contacts.search_all-1.yaml",
    ]);
  });

  it.each([
    ["..", "%2E%2E"],
    [".", "%2E"],
    ["../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"],
    ["a\\b", "a%5Cb"],
    ["a\u0000b", "a%00b"],
    ["a%2fb", "a%252fb"],
    ["é", "%C3%A9"],
    ["getCard", "getCard"],
    ["CON", "%43ON"],
    ["con", "%63on"],
    ["nul.txt", "%6Eul.txt"],
    ["com1", "%63om1"],
    ["constant", "constant"],
    ["crm.", "crm%2E"],
  ])("neutralizes %j", (name, encoded) => {
    expect(overlaySteps(name, name)).toEqual([encoded, `${encoded}.yaml`]);
  });

  it("returns undefined for an empty name", () => {
    expect(overlaySteps("crm", "")).toBeUndefined();
    expect(overlaySteps("", "search")).toBeUndefined();
    expect(overlaySteps("crm", "\ud800".repeat(90))).toBeUndefined();
  });

  it("stays within one folder and the file name limit for any name", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(1, 9, 99), (text, times) => {
        const name = text.repeat(times);
        for (const each of overlaySteps(name, name) ?? []) {
          expect(each).toMatch(/^[\w%-][\w.%~-]{0,199}$/);
        }
      }),
    );
  });

  it("shortens a long name to its start and a digest", () => {
    expect(overlaySteps("crm", `é${"x".repeat(1_000)}`)?.[1]).toBe(
      `%C3%A9${"x".repeat(141)}~2da68fc8c7649828ea45f05b9d5a3927.yaml`,
    );
  });

  it("gives two long names different files", () => {
    const long = "x".repeat(300);

    expect(overlaySteps("crm", `${long}1`)).not.toEqual(overlaySteps("crm", `${long}2`));
  });
});
