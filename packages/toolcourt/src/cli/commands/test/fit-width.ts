// Node exports no column counter. `Intl` finds the grapheme boundaries.
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters two columns wide. Halfwidth forms belong to the same scripts and are excluded. */
const wide =
  /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{fe0f}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]--[\u{ff61}-\u{ffdc}]]/v;

/** Zero-width characters without a base character. */
const bare = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Truncates a text to a number of terminal columns, without splitting graphemes. */
export function fitWidth(text: string, columns: number): string {
  let kept = "";
  let used = 0;
  for (const { segment, index } of letters.segment(text)) {
    used += widthOf(segment);
    if (used > columns) return `${kept}…`;
    // Keeps one column free for the ellipsis.
    if (used < columns) kept = text.slice(0, index + segment.length);
  }
  return text;
}

function widthOf(letter: string): number {
  if (wide.test(letter)) return 2;
  return bare.test(letter) ? 0 : 1;
}
