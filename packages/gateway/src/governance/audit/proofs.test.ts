import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafOf } from "./chain.ts";
import {
  consistencyRanges,
  hashesOf,
  inclusionRanges,
  rootByConsistency,
  rootByInclusion,
} from "./proofs.ts";
import { Tree } from "./tree.ts";

const leaves = Array.from({ length: 70 }, (_, index) => leafOf(`row ${index}`));

async function* all(): AsyncGenerator<Buffer> {
  yield* leaves;
}

function rootAt(size: number): Buffer {
  const tree = new Tree();
  for (const leaf of leaves.slice(0, size)) tree.add(leaf);
  return tree.root();
}

const sizes = fc.integer({ min: 1, max: leaves.length });
const twoSizes = fc.tuple(sizes, sizes).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe("an inclusion proof", () => {
  it("leads from any row to the root of any tree that contains it", async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ([row, size]) => {
        const index = row - 1;
        const proof = await hashesOf(inclusionRanges(index, size), all());
        const leaf = leaves[index] ?? Buffer.of();

        expect(rootByInclusion({ leaf, index, size, proof })).toEqual(rootAt(size));
        expect(rootByInclusion({ leaf: leafOf("?"), index, size, proof })).not.toEqual(
          rootAt(size),
        );
      }),
    );
  });

  it("fails with the wrong length or position", () => {
    const leaf = leafOf("row 0");

    expect(rootByInclusion({ leaf, index: 0, size: 2, proof: [] })).toBeUndefined();
    expect(rootByInclusion({ leaf, index: 2, size: 2, proof: [leaf] })).toBeUndefined();
  });

  it("cannot be made for a missing row", async () => {
    await expect(hashesOf(inclusionRanges(0, 71), all())).rejects.toThrow(RangeError);
  });
});

describe("a consistency proof", () => {
  it("leads from any tree to every later one", async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ([from, to]) => {
        const proof = await hashesOf(consistencyRanges(from, to), all());

        expect(rootByConsistency({ from, to, root: rootAt(from), proof })).toEqual(rootAt(to));
        expect(rootByConsistency({ from, to, root: leafOf("?"), proof })).not.toEqual(rootAt(to));
      }),
    );
  });

  it.each([
    { from: 3, to: 7, cut: 1 },
    { from: 4, to: 7, cut: 2 },
  ])("fails without all of its parts: %j", async ({ from, to, cut }) => {
    const proof = await hashesOf(consistencyRanges(from, to), all());
    const root = rootAt(from);

    expect(rootByConsistency({ from, to, root, proof: proof.slice(cut) })).toBeUndefined();
    expect(rootByConsistency({ from: to, to: from, root, proof })).toBeUndefined();
  });
});
