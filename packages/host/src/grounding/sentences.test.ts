import { array, assert, constantFrom, property } from "fast-check";
import { expect, it } from "vitest";
import { sentencesOf } from "./sentences.ts";

function cut(text: string): readonly string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end));
}

it.each([
  ["Dr. Ada met J. Smith at 5 p.m. today. They talked for long.", 2],
  ["It cost approx. 4.5 kg of rope, e.g. Hemp rope. Nobody knew.", 2],
  ["Yes. The valve of the pump is closed.", 1],
  ["A heading of the page\nA sentence below the heading.", 2],
  ["", 0],
])("splits %j into as many sentences as a reader would", (text, count) => {
  expect(cut(text)).toHaveLength(count);
});

it("omits only whitespace between sentences, and never overlaps them", () => {
  const parts = constantFrom("Mr. ", "No. ", "It is so. ", "\n", "a ", "Why? ", "3.5 ", "(etc.) ");
  assert(
    property(array(parts), (some) => {
      const text = some.join("");
      expect(cut(text).join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    }),
  );
});
