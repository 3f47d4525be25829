import { describe, expect, it } from "vitest";
import { takeApart } from "./take-apart.ts";

function valuesIn(question: string): readonly unknown[] {
  return takeApart(question).mentions.map((mention) => {
    if (mention.kind === "number")
      return [mention.value, mention.unit].filter((one) => one !== undefined);
    if (mention.kind === "list") return mention.items;
    return mention.kind === "day" ? mention.iso : mention.text;
  });
}

describe("takeApart", () => {
  it.each([
    ["a shelf of 1,250.5 cm and -3 °", [[1250.5, "cm"], [-3]]],
    ["it costs $40 or 12 %", [[40], [12, "%"]]],
    [
      "at 90 km/h for two hours",
      [
        [90, "km/h"],
        [2, "hours"],
      ],
    ],
    ["raise 5k for the 3rd floor", [[5000], [3]]],
    ["in the season 2029-2030 at 7:30 PM", ["2029-2030", "7:30 PM"]],
    ["a frame of 12x18", ["12x18"]],
    [
      "sort [4, 2, 9] and 7, 8 and 9",
      [
        [4, 2, 9],
        [7, 8, 9],
      ],
    ],
    ["tags ['red', 'blue']", [["red", "blue"]]],
    ["on May 4, 2031", ["2031-05-04"]],
  ])("finds the values of %s", (question, values) => {
    expect(valuesIn(question)).toEqual(values);
  });

  it.each([
    ["Find songs by Ada Lovelace's band", ["Ada Lovelace"]],
    ["read 'The Book of Sand' and \"Emma\"", ["The Book of Sand", "Emma"]],
    ["when was the Treaty of Westphalia", ["Treaty of Westphalia"]],
    ["the case Smith v. Jones", ["Smith v. Jones"]],
    ["it runs on Windows 11", ["Windows 11"]],
    ["open ticket AB1234 for me@example.org", ["AB1234", "me@example.org"]],
    ["I'm in Oslo. Can I swim?", ["Oslo"]],
    ["don't stop", []],
  ])("finds the texts of %s", (question, values) => {
    expect(valuesIn(question)).toEqual(values);
  });

  it("bounds the search", () => {
    expect(takeApart("1 ".repeat(100_000)).mentions.length).toBeLessThanOrEqual(100);
  });
});
