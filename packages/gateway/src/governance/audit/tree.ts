import { sha256 } from "./chain.ts";

const nodeMark = Buffer.of(1);

/** The state needed to continue a tree. */
export interface Edge {
  readonly size: number;
  /** The roots of the complete subtrees, largest first: one for each 1 bit of the size. */
  readonly peaks: readonly Buffer[];
}

export function nodeOf(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([nodeMark, left, right]));
}

/** An RFC 6962 Merkle tree that keeps only its right edge: it grows forever and stays small. */
export class Tree {
  readonly #peaks: Buffer[];
  #size: number;

  constructor({ size, peaks }: Edge = { size: 0, peaks: [] }) {
    this.#size = size;
    this.#peaks = [...peaks];
  }

  get size(): number {
    return this.#size;
  }

  add(leaf: Buffer): void {
    let node = leaf;
    // No bit operators: they end at 2^31.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      node = nodeOf(this.#peaks.pop() ?? leaf, node);
    }
    this.#peaks.push(node);
    this.#size += 1;
  }

  root(): Buffer {
    const [last, ...others] = this.#peaks.toReversed();
    if (last === undefined) return sha256("");
    return others.reduce((right, left) => nodeOf(left, right), last);
  }

  edge(): Edge {
    return { size: this.#size, peaks: [...this.#peaks] };
  }
}
