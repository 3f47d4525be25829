import { describe, expect, it } from "vitest";
import { covers } from "./schema.ts";

describe("covers", () => {
  it.each([
    ["cards:read", "cards:read", true],
    ["cards:read", "cards:write", false],
    ["cards:read", "decks:read", false],
    ["cards:*", "cards:write", true],
    ["cards:*", "cardsharp:write", false],
    ["*:read", "decks:read", true],
    ["*:read", "decks:write", false],
    ["*:*", "decks:write", true],
    ["*", "decks:write", false],
    ["*:*", "everything", false],
    ["*:*", "a:b:c", false],
    ["cards:r*", "cards:read", false],
    ["Cards:read", "cards:read", false],
    ["a/b:read", "a/b:read", true],
  ])("%s on %s: %j", (grant, permission, expected) => {
    expect(covers(grant, permission)).toBe(expected);
  });
});
