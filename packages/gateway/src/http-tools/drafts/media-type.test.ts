import { describe, expect, it } from "vitest";
import { isMediaType } from "./media-type.ts";

describe("isMediaType", () => {
  it.each([
    "application/json",
    "application/vnd.pets.v2+json",
    "application/json; charset=utf-8",
    "application/json;odata=verbose; v=2",
  ])("accepts %s", (text) => {
    expect(isMediaType(text)).toBe(true);
  });

  it.each(["json", "*/*", "text/plain; utf-8", "text/plain\r\nX: y", "a/b, c/d", ""])(
    "refuses %j",
    (text) => {
      expect(isMediaType(text)).toBe(false);
    },
  );
});
