import { sha256 } from "./sha256.ts";

const nodeMark = Buffer.of(1);

/** A Merkle tree as RFC 6962 has it, of which only the right edge is kept: it grows for ever and stays small. */
export interface Tree {
  readonly add: (leaf: Buffer) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
  readonly edge: () => Edge;
}

/** All that is needed to go on with a tree. */
export interface Edge {
  readonly size: number;
  /** The roots of the complete subtrees, the largest first: one for each 1 in the binary form of the size. */
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
      // Not with bit operators: they end at 2^31.
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
