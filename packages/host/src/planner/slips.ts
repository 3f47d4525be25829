/**
 * Returns the most common known word one typo away: a letter omitted, added, replaced or swapped
 * with the next.
 */
export type Unslip = (word: string) => string | undefined;

/** Number of letters that are correct at the start or at the end: one typo cannot affect both. */
const wholeEnd = 3;
/** Minimum word length. Shorter words are one typo away from too many others. */
const shortest = 5;

/** Takes the words most common first. */
export function createUnslip(words: readonly string[]): Unslip {
  const byEnd = new Map<string, number[]>();
  words.forEach((word, place) => {
    if (word.length < shortest) return;
    for (const end of endsOf(word)) {
      const places = byEnd.get(end);
      if (places === undefined) byEnd.set(end, [place]);
      else places.push(place);
    }
  });

  return (word) => {
    if (word.length <= shortest) return undefined;
    const places = endsOf(word).flatMap(
      (end) => byEnd.get(end)?.find((place) => isOneSlip(words[place] ?? "", word)) ?? [],
    );
    return words[Math.min(...places)];
  };
}

function endsOf(word: string): readonly string[] {
  return [`${word.slice(0, wholeEnd)}-`, `-${word.slice(-wholeEnd)}`];
}

/** Compares from the first difference. */
function isOneSlip(meant: string, word: string): boolean {
  let at = 0;
  while (at < meant.length && meant[at] === word[at]) at += 1;
  const [one, other] = [meant.slice(at), word.slice(at)];
  const isExchanged = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  const isOther = one.slice(1) === other.slice(1);
  return isOther || isExchanged || one.slice(1) === other || one === other.slice(1);
}
