// Letters that take the room of two.
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{ff01}-\u{ff60}]/u;

/** As much of a text as stands in so many columns of a terminal. */
export function fitWidth(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const letter of text) {
    used += widthOf(letter);
    // The sign for what is missing needs a column of its own.
    if (used >= columns) break;
    kept += letter;
  }
  return `${kept}…`;
}

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += wide.test(letter) ? 2 : 1;
  return width;
}
