import { describe, expect, it } from "vitest";
import { findToken } from "./find-token.ts";

const github = `ghp_${"a1B2".repeat(9)}`;

describe("findToken", () => {
  it.each([
    [{ access_token: "x" }, "/access_token"],
    [{ apiKey: "x" }, "/apiKey"],
    [{ where: { Authorization: "x" } }, "/where/Authorization"],
    [{ note: `use ${github}` }, "/note"],
    [{ list: ["a", github] }, "/list/1"],
    [{ "a/b": { password: "hunter2!" } }, "/a~1b/password"],
    [{ header: "Authorization: Bearer abcdefghijklmnop0123456789" }, "/header"],
  ])("finds a token in %j", (given, pointer) => {
    expect(findToken(given)).toBe(pointer);
  });

  it.each([
    {},
    { page_token: "abc" },
    { max_tokens: 5 },
    { tenantId: "8f14e45f-ceea-467f-a0e6-7a3f1f1a2b3c" },
    { password: "" },
    { city: "Geneva", tags: ["a", 1, null, true] },
  ])("finds no token in %j", (given) => {
    expect(findToken(given)).toBeUndefined();
  });
});
