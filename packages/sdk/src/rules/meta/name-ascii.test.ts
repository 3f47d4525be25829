import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaNameAscii } from "./name-ascii.ts";

describe("meta/name-ascii", () => {
  it.each([
    ["a full-width letter", "ｇet-card"],
    ["a zero-width space", "get\u200b-card"],
    ["an override of the writing direction", "get-\u202edrac"],
    ["a line break", "get-card\n"],
    ["a hyphen that is none", "get\u2010card"],
    ["a delete character", "get-card\u007f"],
  ])("finds %s", (_what, name) => {
    expect(remarks(metaNameAscii, { name }).map(({ pointer }) => pointer)).toEqual(["/name"]);
  });

  it("leaves ASCII outside the protocol's set to another rule", () => {
    expect(remarks(metaNameAscii, { name: "nasa/apod?" })).toEqual([]);
  });
});
