const units: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};

const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

/** Words that multiply the preceding number. */
const scales: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

export function scaleOf(word: string): number | undefined {
  return own(scales, word);
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
  const scale = own(scales, word);
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
  const ten = own(tens, first);
  if (second !== "") {
    const unit = own(units, second);
    return ten === undefined || unit === undefined ? undefined : ten + unit;
  }
  return own(units, first) ?? ten;
}

function own(table: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
