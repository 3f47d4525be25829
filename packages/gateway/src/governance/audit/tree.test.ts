import { hash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leafOf } from "./chain.ts";
import { nodeOf, Tree } from "./tree.ts";

// The leaves and roots shared by implementations of RFC 6962.
const vectors = [
  ["", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  ["00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  ["10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
  ["2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
  ["3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
  ["40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
  ["5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
  [
    "606162636465666768696a6b6c6d6e6f",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ],
] as const;

describe("the tree", () => {
  it("has the root of RFC 6962 at every size", () => {
    const tree = new Tree();
    const roots = vectors.map(([leaf]) => {
      tree.add(leafOf(Buffer.from(leaf, "hex")));
      return tree.root().toString("hex");
    });

    expect(roots).toEqual(vectors.map(([, root]) => root));
  });

  it("has the hash of empty input when it is empty", () => {
    expect(new Tree().root()).toEqual(hash("sha256", "", "buffer"));
  });

  it("agrees with the definition at any size", () => {
    fc.assert(
      fc.property(fc.nat(300), (size) => {
        const leaves = Array.from({ length: size + 1 }, (_, index) => leafOf(String(index)));
        const tree = new Tree();
        for (const leaf of leaves) tree.add(leaf);

        expect(tree.root()).toEqual(byDefinition(leaves));
        expect(tree.size).toBe(size + 1);
      }),
    );
  });
});

function byDefinition(leaves: readonly Buffer[]): Buffer {
  const [first = Buffer.of()] = leaves;
  if (leaves.length <= 1) return first;
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeOf(byDefinition(leaves.slice(0, left)), byDefinition(leaves.slice(left)));
}
