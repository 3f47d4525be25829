import { sha256 } from "./chain.ts";

const nodeMark = Buffer.of(1);

/** An RFC 6962 Merkle tree that keeps only its right edge: it grows forever and stays small. */
export interface Tree {
  readonly add: (leaf: Buffer) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
  readonly edge: () => Edge;
}

/** The state needed to continue a tree. */
export interface Edge {
  readonly size: number;
  /** The roots of the complete subtrees, largest first: one for each 1 bit of the size. */
  readonly peaks: readonly Buffer[];
}

export function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([nodeMark, left, right]));
}

export function createTree(edge: Edge = { size: 0, peaks: [] }): Tree {
  let { size } = edge;
  const peaks = [...edge.peaks];

  return {
    add: (leaf) => {
      let node = leaf;
      // No bit operators: they end at 2^31.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        node = nodeOf(peaks.pop() ?? leaf, node);
      }
      peaks.push(node);
      size += 1;
    },
    size: () => size,
    root: () => {
      const [last, ...others] = peaks.toReversed();
      if (last === undefined) return sha256("");
      return others.reduce((right, left) => nodeOf(left, right), last);
    },
    edge: () => ({ size, peaks: [...peaks] }),
  };
}
