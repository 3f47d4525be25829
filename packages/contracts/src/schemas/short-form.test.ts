import { describe, expect, it } from "vitest";
import { isSecretPlace, kindOf, printable, shortForm } from "./short-form.ts";

describe("shortForm and kindOf", () => {
  it.each([
    ["a", 'string "a"'],
    [1.5, "number 1.5"],
    [true, "boolean true"],
    [null, "null"],
    [[1, 2], "an array of 2"],
    [{ a: 1 }, "an object"],
    [undefined, "nothing"],
    ["x".repeat(41), "a string of 41 characters"],
  ])("shorten %j to %s", (value, expected) => {
    expect(shortForm(value)).toBe(expected);
  });

  it("stay on one line and escape invisible characters", () => {
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
])("name the kind of %j as %s", (value, expected) => {
  expect(kindOf(value)).toBe(expected);
});

describe("isSecretPlace", () => {
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
  ])("recognizes the name %s", (pointer) => {
    expect(isSecretPlace(pointer)).toBe(true);
  });

  it.each(["/city", "/author", "/passenger", "/spin", "/key", "/authors/0"])(
    "does not recognize %s",
    (pointer) => {
      expect(isSecretPlace(pointer)).toBe(false);
    },
  );
});
