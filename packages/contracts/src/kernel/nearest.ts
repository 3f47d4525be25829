/** Returns the candidate most similar to a word, if any is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((each) => each.distance <= Math.max(1, each.candidate.length / 3))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.candidate;
}

/** Returns the edit distance. Long words are truncated: they are no typos. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from.slice(0, 64)).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Truncates a text, keeping enough to recognize it. */
export function cut(text: string, length = 64): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
