// Node counts columns for its own prompt only, so this is ours. What is one letter to a reader, `Intl` knows.
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters that take the room of two. Those that are made narrow are of the same scripts. */
const wide =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{fe0f}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]--[\u{ff61}-\u{ffdc}]]/v;

/** Signs that take no room of their own, where they have no letter to stand on. */
const bare = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** As much of a text as stands in so many columns of a terminal. No letter loses its marks. */
export function fitWidth(text: string, columns: number): string {
  let kept = "";
  let used = 0;
  for (const { segment, index } of letters.segment(text)) {
    used += widthOf(segment);
    if (used > columns) return `${kept}…`;
    // The sign for what is missing needs a column of its own.
    if (used < columns) kept = text.slice(0, index + segment.length);
  }
  return text;
}

function widthOf(letter: string): number {
  if (wide.test(letter)) return 2;
  return bare.test(letter) ? 0 : 1;
}
