import { pathToFileURL } from "node:url";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { meaningsAt, shippedMeanings } from "./shipped-meanings.ts";

const told =
  "The table of words that the built-in planner needs, data/word-meanings.bin, is missing or not whole. Install the package again.";

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
