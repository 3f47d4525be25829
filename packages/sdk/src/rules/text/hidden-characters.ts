/** A character that is invisible, or that changes how other text is displayed. */
export interface HiddenCharacter {
  /** Code point notation: U+200B. */
  readonly code: string;
  readonly kind: string;
}

// All hidden-character candidates as one class, so ordinary text costs one pass. NEL is a line
// break and has its own rule.
const suspects =
  /[\p{Cc}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffc\u{13430}-\u{1345f}]/gu;
const lineBreaksAndTabs = /[\n\t\u0085]/;

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["control character", /\p{Cc}/u],
  ["direction control", /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ["tag character", /[\u{e0000}-\u{e007f}]/u],
  ["variation selector", /\p{Variation_Selector}/u],
  ["filler", /[\u115f\u1160\u2800\u3164\uffa0]/],
  ["soft hyphen", /\u00ad/],
  ["private-use character", /\p{Co}/u],
  ["non-character", /\p{Noncharacter_Code_Point}/u],
  ["half of a surrogate pair", /\p{Cs}/u],
];

/** Returns the first hidden character without an honest use in its position. */
export function hiddenCharacter(given: string): HiddenCharacter | undefined {
  if (!beyondPlain.test(given)) return undefined;
  const text = given.replaceAll(tagFlags, "\u{1f3f4}");
  for (const { 0: character, index } of text.matchAll(suspects)) {
    if (!isHonest(character, text, index)) return named(character);
  }
  return undefined;
}

/** A text without hidden characters, and the number of removals. */
export interface Cleaned {
  readonly text: string;
  readonly removed: number;
}

// Terminal escape sequences: colors, links, titles. Each is removed as a unit, with its payload.
const terminalSequences =
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]P^_X]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)/g;

// Most text is plain ASCII, and this test is many times cheaper than the full Unicode one.
const beyondPlain = /[^\t\n -~]/;

/** Honest text needs one pass. After this many passes a crafted text loses its joiners as well. */
const honestPasses = 3;

/**
 * Removes terminal sequences and every hidden character without an honest use in its position.
 *
 * @example
 * ```ts
 * withoutHiddenCharacters("pay\u200bment"); // { text: "payment", removed: 1 }
 * ```
 */
export function withoutHiddenCharacters(given: string): Cleaned {
  if (!beyondPlain.test(given) || given.search(suspects) < 0) return { text: given, removed: 0 };
  let removed = 0;
  const drop = (): string => {
    removed += 1;
    return "";
  };
  let text = given.replaceAll(terminalSequences, drop);
  // A removal creates new neighbors, so we repeat until a pass removes nothing.
  for (let pass = 0; pass <= honestPasses; pass += 1) {
    const before = text;
    text = before.replaceAll(flagsAndSuspects, (found, index: number) => {
      const isSpared = pass < honestPasses && isSparedAt(found, before, index);
      return isSpared || /[\n\t]/.test(found) ? found : drop();
    });
    if (text === before) break;
  }
  return { text, removed };
}

function isSparedAt(found: string, text: string, index: number): boolean {
  return found.startsWith("\u{1f3f4}") || (found !== "\u0085" && isHonest(found, text, index));
}

function named(character: string): HiddenCharacter {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const kind = kinds.find(([, pattern]) => pattern.test(character))?.[0];
  return { code: `U+${code}`, kind: kind ?? "zero-width character" };
}

// The three flags encoded with tag characters: England, Scotland, Wales.
const tagFlags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

const flagsAndSuspects = new RegExp(`${tagFlags.source}|${suspects.source}`, "gu");

function isHonest(character: string, text: string, index: number): boolean {
  if (lineBreaksAndTabs.test(character)) return true;
  // A lone carriage return lets a line overwrite itself.
  if (character === "\r") return text[index + 1] === "\n";
  const before = text.slice(Math.max(0, index - 4), index);
  const after = text.slice(index + character.length, index + character.length + 2);
  if (character === "\u200c" || character === "\u200d") return joins(character, before, after);
  return selects(character, before, after);
}

// Scripts whose spelling needs joiners: a joiner can distinguish two words with the same letters.
const joiningScripts =
  "Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Mongolian Myanmar Nko Oriya Sinhala Syriac Tamil Telugu Tibetan".split(
    " ",
  );
const letterAtEnd = joiningScripts.map((script) => new RegExp(`[\\p{Script=${script}}]$`, "u"));
const letterAtStart = joiningScripts.map((script) => new RegExp(`^[\\p{Script=${script}}]`, "u"));
const virama =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u103a\u17d2]$/;
const pictureAtEnd = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const pictureAtStart = /^\p{Extended_Pictographic}/u;

function joins(joiner: string, before: string, after: string): boolean {
  if (joiner === "\u200d" && pictureAtEnd.test(before) && pictureAtStart.test(after)) return true;
  if (virama.test(before)) return !/^[\u200b-\u200d]/.test(after);
  const script = letterAtEnd.findIndex((pattern) => pattern.test(before));
  return script >= 0 && letterAtStart[script]?.test(after) === true;
}

const takenBy: readonly (readonly [first: number, last: number, base: RegExp])[] = [
  [0x18_0b, 0x18_0f, /\p{Script=Mongolian}$/u],
  [0xfe_00, 0xfe_0d, /[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\uff01-\uff1f]$/u],
  [0xfe_0e, 0xfe_0f, /\p{Emoji}$/u],
  [0xe_01_00, 0xe_01_ef, /\p{Script=Han}$/u],
];

// Accepts one selector after a base that takes it. A second selector has no base. A digit takes one
// only to become a keycap: elsewhere a row of digits could carry hidden bits.
function selects(character: string, before: string, after: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (!/\p{Variation_Selector}/u.test(character) || selectorAtEnd.test(before)) return false;
  if (/[0-9#*]$/.test(before)) return code === 0xfe_0f && after.startsWith("\u20e3");
  return takenBy.some(([first, last, base]) => code >= first && code <= last && base.test(before));
}

const selectorAtEnd = /\p{Variation_Selector}$/u;
