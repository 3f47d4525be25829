import { describe, expect, it } from "vitest";
import { type OriginEntry, readOriginEntry, writeOriginEntry } from "./entry.ts";

const entry: OriginEntry = {
  tool: "mail/read inbox",
  call: "4f1b-77",
  at: 1_790_000_000_000,
  fields: [
    ["/mails/0/body", "third-party", "AAAAAAAAA--------_"],
    ["/id", "first-party", "BBBBBBBBB", "file id:=%"],
    ["", "user", ""],
  ],
  labels: ["secret", "pii"],
  isCut: true,
};

describe("a written entry", () => {
  it("is read as it was", () => {
    expect(readOriginEntry(writeOriginEntry(entry))).toEqual(entry);
    const least: OriginEntry = { tool: "a", call: "", at: 1.5, fields: [] };
    expect(readOriginEntry(writeOriginEntry(least))).toEqual(least);
  });

  it.each([
    ["", "words 1 to 6 are"],
    ["o2 a c 1 - whole", "words 1 to 6 are"],
    ["o1 a c soon - whole", "words 1 to 6 are"],
    ["o1 a c 1 gossip whole", "word 5 is"],
    ["o1 a c 1 - whole t/a=short", "word 7 is"],
    ["o1 a c 1 - whole x/a=AAAAAAAAA", "word 7 is"],
  ])("that is damaged is refused with its place: %j", (text, place) => {
    expect(() => readOriginEntry(text)).toThrow(place);
  });
});
