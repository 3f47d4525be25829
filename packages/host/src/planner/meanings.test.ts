import { pathToFileURL } from "node:url";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { meaningsAt, ofLengthOne, readMeanings, shippedMeanings } from "./meanings.ts";

/** Builds a table in its file format. */
function tableOf(words: Readonly<Record<string, readonly number[]>>, dimensions: number): Buffer {
  const names = Buffer.from(Object.keys(words).join("\n"));
  const header = Buffer.alloc(12);
  [Object.keys(words).length, dimensions, names.length].forEach((size, at) => {
    header.writeUInt32LE(size, at * 4);
  });
  return Buffer.concat([header, names, Buffer.from(Object.values(words).flat())]);
}

const table = tableOf({ the: [1, 0], sofa: [60, -80], café: [0, 127] }, 2);

describe("readMeanings", () => {
  const { add, rarityOf, placeOf, words, dimensions } = readMeanings(table);

  it("adds the vector of a word with the given weight", () => {
    const sum = new Float32Array(dimensions);
    add("sofa", 0.5, sum);
    add("café", 1, sum);

    expect([...sum]).toEqual([30, 87]);
  });

  it.each(["unheard", "", "constructor", "sofa\ncafé"])("adds nothing for %j", (word) => {
    const sum = new Float32Array(dimensions);
    add(word, 1, sum);

    expect([...sum]).toEqual([0, 0]);
  });

  it("rates later words as rarer, and unknown words as rarest", () => {
    const rarities = ["the", "sofa", "café", "unheard"].map((word) => rarityOf(word));

    expect(rarities).toEqual(rarities.toSorted((a, b) => a - b));
    expect(rarities.at(-1)).toBe(1);
  });

  it("knows the rank of its words, most common first", () => {
    expect(words).toEqual(["the", "sofa", "café"]);
    expect(words.map((word) => placeOf(word))).toEqual([0, 1, 2]);
    expect(placeOf("unheard")).toBeUndefined();
  });

  it.each([
    ["cut", table.subarray(0, -1)],
    ["too long", Buffer.concat([table, Buffer.from([0])])],
    ["without a header", Buffer.from([1, 2])],
  ])("refuses a table that is %s", (_, bytes) => {
    expect(() => readMeanings(bytes)).toThrow("incomplete");
  });
});

describe("the shipped table", () => {
  const { add, dimensions } = shippedMeanings();

  function directionOf(word: string): Float32Array {
    const sum = new Float32Array(dimensions);
    add(word, 1, sum);
    return ofLengthOne(sum);
  }

  function likeness(one: string, other: string): number {
    const direction = directionOf(other);
    return directionOf(one).reduce((sum, part, at) => sum + part * (direction[at] ?? 0), 0);
  }

  it.each([
    ["sofa", "furniture", "tax"],
    ["lawyer", "court", "bread"],
    ["movie", "film", "invoice"],
    ["rain", "weather", "database"],
  ])("places %s closer to %s than to %s", (word, near, far) => {
    expect(likeness(word, near)).toBeGreaterThan(likeness(word, far) + 0.2);
  });
});

const told =
  "The built-in planner's word table, data/word-meanings.bin, is missing or incomplete. Install the package again.";

it.each([
  ["missing", {}],
  ["empty", { "words.bin": "" }],
  [
    "cut",
    { "words.bin": "\u0003\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0005\u0000\u0000\u0000a\nb" },
  ],
])("explains what to do if the table is %s, without revealing its path", async (_, files) => {
  await using folder = await openFolder(files);

  expect(() => meaningsAt(pathToFileURL(`${folder.path}/words.bin`))).toThrow(told);
});

it("reads the table once", () => {
  expect(shippedMeanings()).toBe(shippedMeanings());
});
