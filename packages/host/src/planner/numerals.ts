const units = numbered(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  (at) => at,
);
const tens = numbered(
  "twenty thirty forty fifty sixty seventy eighty ninety",
  (at) => 10 * (at + 2),
);

function numbered(words: string, valueAt: (at: number) => number): ReadonlyMap<string, number> {
  return new Map(words.split(" ").map((word, at) => [word, valueAt(at)]));
}

/** Words that multiply the preceding number. */
const scales: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["hundred", 100],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);

export function scaleOf(word: string): number | undefined {
  return scales.get(word);
}

interface Count {
  readonly total: number;
  /** The value so far below the next thousand. */
  readonly group: number;
}

/**
 * Returns the number in a run of words and its word count: "two hundred and five" is 205 in four.
 */
export function numeralAt(
  words: readonly string[],
  from: number,
): { readonly value: number; readonly length: number } | undefined {
  let count: Count = { total: 0, group: 0 };
  let at = from;
  for (; at < words.length; at += 1) {
    if (isJoint(words, at, count)) continue;
    const next = counted(count, words[at] ?? "", at === from);
    if (next === undefined) break;
    count = next;
  }
  return at === from ? undefined : { value: count.total + count.group, length: at - from };
}

/** Detects the "and" of "two hundred and five". */
function isJoint(words: readonly string[], at: number, { group }: Count): boolean {
  const isAfterHundreds = group > 0 && group % 100 === 0;
  return words[at] === "and" && isAfterHundreds && small(words[at + 1] ?? "") !== undefined;
}

function counted({ total, group }: Count, word: string, isFirst: boolean): Count | undefined {
  const value = small(word);
  if (value !== undefined && fits(group, value)) return { total, group: group + value };
  const scale = scales.get(word);
  if (scale === undefined || isFirst) return undefined;
  return scale < 1000
    ? { total, group: group * scale }
    : { total: total + group * scale, group: 0 };
}

/** "twenty five" is one number, "five six" is two: the second must fit below the first. */
function fits(group: number, value: number): boolean {
  if (group === 0) return true;
  return group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && value < 10);
}

function small(word: string): number | undefined {
  const [first = "", second = ""] = word.split("-");
  const ten = tens.get(first);
  if (second !== "") {
    const unit = units.get(second);
    return ten === undefined || unit === undefined ? undefined : ten + unit;
  }
  return units.get(first) ?? ten;
}
