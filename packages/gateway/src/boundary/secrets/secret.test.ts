import { format, inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHoldSecret, openSecret, Secret } from "./secret.ts";

const hold = createHoldSecret(Buffer.alloc(32, 1));
const value = "hunter2-and-more";
const secret = hold(value);
const mark = /^\[secret:[0-9a-f]{12}\]$/;

describe("Secret", () => {
  it.each<[string, () => unknown]>([
    ["toString", () => secret.toString()],
    ["String", () => String(secret)],
    // oxlint-disable-next-line typescript/restrict-template-expressions -- the mistake that is tried
    ["a template", () => `${secret}`],
    ["joining", () => [secret].join("")],
    ["toJSON", () => JSON.stringify(secret).slice(1, -1)],
    ["inspect", () => inspect(secret)],
    ["inspect with everything", () => inspect(secret, { showHidden: true, depth: Infinity })],
    ["format", () => format("%s", secret)],
  ])("shows only its placeholder to %s", (_name, print) => {
    expect(print()).toMatch(mark);
  });

  it.each<[string, () => unknown]>([
    // oxlint-disable-next-line typescript/no-misused-spread -- the mistake that is tried
    ["spreading", () => ({ ...secret })],
    ["copying", () => structuredClone(secret)],
    ["its keys", () => Reflect.ownKeys(secret)],
    ["its entries", () => Object.entries(secret)],
    ["inspect without its own word", () => inspect(secret, { customInspect: false })],
    ["an object around it", () => inspect({ deep: { in: [secret] } }, { depth: Infinity })],
    ["a map", () => inspect(new Map([[secret, secret]]))],
    ["%o", () => format("%o %O %j", secret, secret, secret)],
    ["an error", () => inspect(new Error(String(secret), { cause: secret }))],
    ["JSON around it", () => JSON.stringify({ secret, list: [secret] })],
  ])("does not appear in the output of %s", (_name, print) => {
    expect(inspect(print(), { depth: Infinity, showHidden: true })).not.toContain(value);
  });

  it("yields its value only to openSecret", () => {
    expect(openSecret(secret)).toBe(value);
  });

  it("cannot be opened from a lookalike object", () => {
    const lookalike: unknown = Object.create(Secret.prototype);

    expect(() => openSecret(lookalike instanceof Secret ? lookalike : secret)).toThrow(TypeError);
  });

  it("cannot get a property that would be printed", () => {
    expect(Reflect.set(secret, "copy", value)).toBe(false);
  });

  it("has a fingerprint that depends on its value and the key", () => {
    const elsewhere = createHoldSecret(Buffer.alloc(32, 2));

    expect(String(hold(value))).toBe(String(secret));
    expect(String(hold(`${value}!`))).not.toBe(String(secret));
    expect(String(elsewhere(value))).not.toBe(String(secret));
  });

  it("reveals nothing of any value", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 13 }), (any) => {
        expect(inspect([hold(any), String(hold(any)), JSON.stringify(hold(any))])).not.toContain(
          any,
        );
      }),
    );
  });
});
