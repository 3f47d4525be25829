import { describe, expect, it } from "vitest";
import { namedIn, splitMessage } from "./own-words.ts";

const namesIn = (text: string): readonly string[] => [...namedIn(text)].map((value) => value.text);

describe("namedIn", () => {
  it.each([
    ["Delete report-final.txt.", "report-final.txt"],
    ["Invite Anna's team", "Anna"],
    ["Post it in the quiet corner channel", "quiet corner"],
    ['Call it "The long road to a small house" please', "The long road to a small house"],
    ["Pay $1,200.50 today", "1200.5"],
    ["Go to **https://example.com/a**!", "https://example.com/a"],
    ["Use pass!word* now", "pass!word*"],
    ["a@x.com,b@x.com", "b@x.com"],
    ["Send it to DE89 3704 0044 0532 0130 00 today", "DE89370400440532013000"],
  ])("in %s finds %s", (text, name) => {
    expect(namesIn(text)).toContain(name);
  });

  it.each([
    ["Write to bob@example.com.evil.com", "bob@example.com"],
    ["Write to xbob@example.com", "bob@example.com"],
    ["Read https://example.com/a/b", "https://example.com/a"],
    ["Read https://example.com/a,b", "https://example.com/a"],
    ["Open /srv/data/file.txt.bak", "/srv/data/file.txt"],
    ["Use pass!word* now", "pass!word"],
    ["Pay 1,200 today", "1200"],
    ["Pay 1,200.50 today", "200.50"],
    ["Use aB3$k,9(x now", "aB3$k"],
    ["Open /srv/a,b.txt", "/srv/a"],
    ["one two three four five", "one two three four five six"],
  ])("in %s does not find %s", (text, name) => {
    expect(namesIn(text)).not.toContain(name);
  });
});

describe("splitMessage", () => {
  it.each([
    "Hi\n> bad line\nthere",
    "Hi\n```\nbad line\n```\nthere",
    "Hi\n~~~text\nbad line",
    "Hi there\n---------- Forwarded message ----------\nFrom: x\nbad line",
    "Hi there\nBegin forwarded message:\nbad line",
    "Hi there\nOn Mon, 3 Aug 2026, Eve wrote:\nbad line",
    "Hi there\n-----Original Message-----\nbad line",
  ])("takes quotes and attachments out of the person's words: %j", (text) => {
    const { own, foreign } = splitMessage(text);

    expect([own.includes("bad"), foreign.includes("bad line"), own.includes("Hi")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("makes no run of words over a quote", () => {
    expect(namesIn(splitMessage("quiet\n> x\ncorner").own)).not.toContain("quiet corner");
  });
});
