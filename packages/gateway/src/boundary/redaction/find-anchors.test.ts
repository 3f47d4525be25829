import * as fc from "fast-check";
import { expect, it } from "vitest";
import { charactersOf, createFindAnchors } from "./find-anchors.ts";

function found(words: readonly string[], text: string): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  const whole = { start: 0, end: text.length };
  createFindAnchors(words)(charactersOf(text), whole, (word, start) => places.push([word, start]));
  return places.toSorted(([a, b], [c, d]) => a - c || b - d);
}

it("finds every word at every position, like a naive search", () => {
  const letters = fc.constantFrom("a", "b", "-");
  const some = fc.uniqueArray(fc.string({ unit: letters, minLength: 4, maxLength: 8 }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      some,
      fc.string({ unit: fc.constantFrom("a", "B", "-", "ü"), maxLength: 60 }),
      (words, text) => {
        const expected = words.flatMap((word, index) =>
          Array.from({ length: text.length }).flatMap((_, start) =>
            text.toLowerCase().startsWith(word, start) ? [[index, start]] : [],
          ),
        );

        expect(found(words, text)).toEqual(expected);
      },
    ),
  );
});

it("finds words in upper case", () => {
  expect(found(["keys"], "KEYS Keys")).toEqual([
    [0, 0],
    [0, 5],
  ]);
});

it("reports only words that begin within the given span", () => {
  const places: number[] = [];
  const text = charactersOf("keys keys keys");

  createFindAnchors(["keys"])(text, { start: 1, end: 9 }, (_word, start) => places.push(start));

  expect(places).toEqual([5]);
});
