import { nodeOf, Tree } from "./tree.ts";

/** Leaves from `start` up to, not including, `end`. Counted from 0, as in RFC 6962. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges that prove a leaf's inclusion, from the leaf up. */
export function inclusionRanges(index: number, size: number): readonly Range[] {
  return pathTo(index, { start: 0, end: size });
}

function pathTo(index: number, { start, end }: Range): readonly Range[] {
  if (end - start <= 1) return [];
  const middle = start + leftSize(end - start);
  const left = { start, end: middle };
  const right = { start: middle, end };
  return index < middle ? [...pathTo(index, left), right] : [...pathTo(index, right), left];
}

/** Returns the ranges that prove a tree grew from a smaller one by appending leaves. */
export function consistencyRanges(from: number, to: number): readonly Range[] {
  return from === 0 ? [] : growth(from, { start: 0, end: to }, true);
}

function growth(from: number, { start, end }: Range, whole: boolean): readonly Range[] {
  if (from === end - start) return whole ? [] : [{ start, end }];
  const left = leftSize(end - start);
  const middle = start + left;
  return from <= left
    ? [...growth(from, { start, end: middle }, whole), { start: middle, end }]
    : [...growth(from - left, { start: middle, end }, false), { start, end: middle }];
}

/** Hashes the ranges in their order, in one pass over the leaves. */
export async function hashesOf(
  ranges: readonly Range[],
  leaves: AsyncIterable<Buffer>,
): Promise<readonly Buffer[]> {
  const parts = ranges.map((range) => ({ range, tree: new Tree() }));
  // Ranges do not overlap, and the leaves come in order.
  const waiting = parts.toSorted((a, b) => b.range.start - a.range.start);
  let index = 0;
  for await (const leaf of leaves) {
    const next = waiting.at(-1);
    if (next === undefined) break;
    if (index >= next.range.start) next.tree.add(leaf);
    index += 1;
    if (index === next.range.end) waiting.pop();
  }
  if (waiting.length > 0) throw new RangeError(`There are only ${index} rows.`);
  return parts.map(({ tree }) => tree.root());
}

export interface Inclusion {
  readonly leaf: Buffer;
  readonly index: number;
  readonly size: number;
  readonly proof: readonly Buffer[];
}

/**
 * Returns the root that an inclusion proof leads to. Undefined if the proof has the wrong length.
 */
export function rootByInclusion({ leaf, index, size, proof }: Inclusion): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== proof.length) return undefined;
  return proof.reduce(
    (node, hash, step) =>
      (ranges[step]?.start ?? 0) > index ? nodeOf(node, hash) : nodeOf(hash, node),
    leaf,
  );
}

export interface Consistency {
  readonly from: number;
  readonly to: number;
  /** The root of the smaller tree. */
  readonly root: Buffer;
  readonly proof: readonly Buffer[];
}

/**
 * Returns the root that the larger tree must have if it grew from the smaller one. Undefined if it
 * did not.
 */
export function rootByConsistency(consistency: Consistency): Buffer | undefined {
  const { from, to, root } = consistency;
  if (from < 1 || from > to) return undefined;
  const roots = grown(consistency, true);
  return roots?.old.equals(root) === true ? roots.grown : undefined;
}

interface Roots {
  readonly old: Buffer;
  readonly grown: Buffer;
}

function grown({ from, to, root, proof }: Consistency, whole: boolean): Roots | undefined {
  if (from === to) return same(whole ? [root, ...proof] : proof);
  const last = proof.at(-1);
  if (last === undefined) return undefined;
  const left = leftSize(to);
  const rest = { root, proof: proof.slice(0, -1) };
  if (from <= left) {
    const inner = grown({ from, to: left, ...rest }, whole);
    return inner && { old: inner.old, grown: nodeOf(inner.grown, last) };
  }
  const inner = grown({ from: from - left, to: to - left, ...rest }, false);
  return inner && { old: nodeOf(last, inner.old), grown: nodeOf(last, inner.grown) };
}

function same([hash, ...more]: readonly Buffer[]): Roots | undefined {
  return hash === undefined || more.length > 0 ? undefined : { old: hash, grown: hash };
}

/** Returns the largest power of two below a size. */
function leftSize(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}
