import { describe, expect, it } from "vitest";
import { destinationsIn } from "./destinations.ts";

const found = (text: string): readonly string[] =>
  destinationsIn(text).map((each) => `${each.kind} ${each.text}`);

describe("destinationsIn", () => {
  it.each([
    ["Mail bob@x.com.", ["email bob@x.com"]],
    ["![a](https://x.com/p?d=1) and <//y.com/z>", ["url https://x.com/p?d=1", "url //y.com/z"]],
    ["Go to www.x.com or shop.x.io/a", ["host www.x.com", "url shop.x.io/a"]],
    ["Go to evil.md/a", ["url evil.md/a"]],
    ["&#104;ttps://x.com/a", ["url https://x.com/a"]],
    ["Call +49 30 1234567", ["phone +49 30 1234567"]],
    ["Pay to US133000000121212121212", ["text US133000000121212121212"]],
    ["Pay to DE89 3704 0044 0532 0130 00", ["iban DE89 3704 0044 0532 0130 00"]],
  ])("in %s", (text, expected) => {
    for (const each of expected) expect(found(text)).toContain(each);
  });

  it("leaves sentences, files, dates and numbers alone", () => {
    const text =
      "See report.pdf and main.py. On 2026-08-03 at 10:15 we sold 1,200 of 3.5.Then e.g. tea.";
    expect(found(text)).toEqual([]);
  });

  it("takes an address as a whole", () => {
    expect(found("bob@x.com.evil.com")).toEqual(["email bob@x.com.evil.com"]);
  });
});
