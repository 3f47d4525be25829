/** A part of a text, and whether only this version has it. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface WordDiff {
  readonly was: readonly Piece[];
  readonly now: readonly Piece[];
}

/** Words with their marks, blanks, and any other character alone. */
const token = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;

/** More comparisons than this freeze the page. Then the whole middle counts as changed. */
const maxCells = 1_000_000;

/** Finds the words that two versions of a text do not share. */
export function diffWords(was: string, now: string): WordDiff {
  const [before, after] = [tokensOf(was), tokensOf(now)];
  const start = sharedLength(before, after);
  const end = sharedLength(before.slice(start).toReversed(), after.slice(start).toReversed());
  const middle = (tokens: readonly string[]): readonly string[] =>
    tokens.slice(start, tokens.length - end);
  const kept = sharedWords(middle(before), middle(after));
  const marked = (tokens: readonly string[], inMiddle: ReadonlySet<number>): readonly Piece[] =>
    merged(
      tokens.map((text, index) => {
        const isAround = index < start || index >= tokens.length - end;
        return { text, isChanged: !isAround && !inMiddle.has(index - start) };
      }),
    );
  return { was: marked(before, kept.was), now: marked(after, kept.now) };
}

function tokensOf(text: string): readonly string[] {
  return text.match(token) ?? [];
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

/** The positions of a heaviest common sequence, in each of the two. */
interface Shared {
  readonly was: ReadonlySet<number>;
  readonly now: ReadonlySet<number>;
}

function sharedWords(one: readonly string[], other: readonly string[]): Shared {
  const found = { was: new Set<number>(), now: new Set<number>() };
  const columns = other.length + 1;
  if ((one.length + 1) * columns > maxCells) return found;
  const weights = weightsOf(one, other);
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    const below = weights[(row + 1) * columns + column] ?? 0;
    const beside = weights[row * columns + column + 1] ?? 0;
    if (one[row] === other[column]) {
      found.was.add(row);
      found.now.add(column);
      row += 1;
      column += 1;
    } else if (below >= beside) row += 1;
    else column += 1;
  }
  return found;
}

/** A shared word says more than a shared blank. */
function weightOf(text: string | undefined): number {
  return text?.trim() === "" ? 1 : 3;
}

/** The weight of the heaviest common sequence behind each pair of positions. */
function weightsOf(one: readonly string[], other: readonly string[]): Uint32Array {
  const columns = other.length + 1;
  const weights = new Uint32Array((one.length + 1) * columns);
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const at = row * columns + column;
      const below = weights[at + columns] ?? 0;
      const beside = weights[at + 1] ?? 0;
      const behind = weights[at + columns + 1] ?? 0;
      weights[at] =
        one[row] === other[column] ? behind + weightOf(one[row]) : Math.max(below, beside);
    }
  }
  return weights;
}

/** Joins neighbors, so that what is checked for disguises has its surroundings. */
function merged(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.isChanged !== piece.isChanged) joined.push(piece);
    else joined[joined.length - 1] = { ...piece, text: last.text + piece.text };
  }
  return joined;
}
