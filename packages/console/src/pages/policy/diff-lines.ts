/** One line of a comparison, or a stretch of lines that did not change. */
export type Hunk =
  | { readonly kind: "added" | "removed" | "same"; readonly line: string }
  | { readonly kind: "skipped"; readonly lines: number };

/** Lines that are shown around a change. */
const around = 2;
/** A table of more cells takes too long. Then all lines between the first and the last change are shown as changed. */
const maxCells = 4_000_000;

/** Compares two texts line by line. */
export function hunksOf(before: string, after: string): readonly Hunk[] {
  return shortened(linesOf(before.split("\n"), after.split("\n")));
}

type Line = Exclude<Hunk, { readonly kind: "skipped" }>;

/** Compares what is between the common beginning and the common end. */
function linesOf(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length);
  const start = commonAt(shorter, (index) => before[index] === after[index]);
  const end = commonAt(shorter - start, (index) => before.at(-1 - index) === after.at(-1 - index));
  const middle = (lines: readonly string[]): readonly string[] =>
    lines.slice(start, lines.length - end);
  return [
    ...before.slice(0, start).map(same),
    ...changed(middle(before), middle(after)),
    ...before.slice(before.length - end).map(same),
  ];
}

function commonAt(most: number, isSame: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isSame(count)) count += 1;
  return count;
}

/** Keeps the longest common subsequence of the lines. */
function changed(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length * after.length > maxCells) return [...removed(before), ...added(after)];
  const width = after.length + 1;
  const lengths = lengthsOf(before, after);
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  while (at < before.length && to < after.length) {
    const [below, beside] = [(at + 1) * width + to, at * width + to + 1];
    const isBetterBelow = lengthAt(lengths, below) >= lengthAt(lengths, beside);
    const line = lineOf(before[at] ?? "", after[to] ?? "", isBetterBelow);
    lines.push(line);
    if (line.kind !== "added") at += 1;
    if (line.kind !== "removed") to += 1;
  }
  return [...lines, ...removed(before.slice(at)), ...added(after.slice(to))];
}

function lineOf(old: string, young: string, isRemoved: boolean): Line {
  if (old === young) return same(old);
  return isRemoved ? { kind: "removed", line: old } : { kind: "added", line: young };
}

/** The length of the longest common subsequence of the rest, from each pair of lines on. */
function lengthsOf(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let at = before.length - 1; at >= 0; at -= 1) {
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const [below, beside] = [(at + 1) * width + to, at * width + to + 1];
      lengths[at * width + to] =
        before[at] === after[to]
          ? lengthAt(lengths, below + 1) + 1
          : Math.max(lengthAt(lengths, below), lengthAt(lengths, beside));
    }
  }
  return lengths;
}

function lengthAt(lengths: Uint32Array, index: number): number {
  return lengths[index] ?? 0;
}

function same(line: string): Line {
  return { kind: "same", line };
}

function removed(lines: readonly string[]): readonly Line[] {
  return lines.map((line) => ({ kind: "removed", line }));
}

function added(lines: readonly string[]): readonly Line[] {
  return lines.map((line) => ({ kind: "added", line }));
}

/** Leaves out lines that are far from every change. */
function shortened(lines: readonly Line[]): readonly Hunk[] {
  const isNear = (index: number): boolean =>
    lines
      .slice(Math.max(0, index - around), index + around + 1)
      .some(({ kind }) => kind !== "same");
  const hunks: Hunk[] = [];
  let skipped = 0;
  const skip = (): void => {
    if (skipped > 0) hunks.push({ kind: "skipped", lines: skipped });
    skipped = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!isNear(index)) {
      skipped += 1;
      continue;
    }
    skip();
    hunks.push(line);
  }
  skip();
  return hunks;
}
