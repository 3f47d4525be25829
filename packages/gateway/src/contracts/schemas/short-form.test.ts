import { describe, expect, it } from "vitest";
import { isSecretPlace, kindOf, printable, shortForm } from "./short-form.ts";

describe("the short form of a value", () => {
  it.each([
    ["a", 'string "a"'],
    [1.5, "number 1.5"],
    [true, "boolean true"],
    [null, "null"],
    [[1, 2], "an array of 2"],
    [{ a: 1 }, "an object"],
    [undefined, "nothing"],
    ["x".repeat(41), "a string of 41 characters"],
  ])("of %j is %s", (value, expected) => {
    expect(shortForm(value)).toBe(expected);
  });

  it("stays on one line and hides nothing", () => {
    expect(shortForm("a\nb\u202Ec\u001B[31m")).toBe('string "a\\u{a}b\\u{202e}c\\u{1b}[31m"');
    expect(printable("\ud800")).toBe("\ufffd");
    expect(printable("abc", 2)).toBe("ab…");
  });
});

it.each([
  ["a", "a string"],
  [1, "a number"],
  [null, "null"],
  [[], "an array"],
  [{}, "an object"],
  [undefined, "nothing"],
])("the kind of %j is %s", (value, expected) => {
  expect(kindOf(value)).toBe(expected);
});

describe("a place that holds a secret", () => {
  it.each([
    "/password",
    "/dbPassword",
    "/API_KEY",
    "/apiKey",
    "/x-api-key",
    "/accessToken",
    "/client_secret",
    "/headers/Authorization",
    "/credentials/user",
    "/privateKey",
    "/sessionId",
  ])("is known by its name: %s", (pointer) => {
    expect(isSecretPlace(pointer)).toBe(true);
  });

  it.each(["/city", "/author", "/passenger", "/spin", "/key", "/authors/0"])(
    "%s is none",
    (pointer) => {
      expect(isSecretPlace(pointer)).toBe(false);
    },
  );
});
