/** Characters that take two columns on a terminal. */
const wide = /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}\uff00-\uff60]/u;

/**
 * Breaks a line into lines of at most `width` columns, at spaces if possible. Drops only the space
 * at a break: quotes are shown verbatim, so runs of spaces stay.
 */
export function fold(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  let fits = beginningOf(rest, width);
  while (fits.length < rest.length) {
    const next = rest.charAt(fits.length);
    const space = next === " " ? fits.length : Math.max(0, fits.lastIndexOf(" "));
    const end = fits.slice(0, space).trim() === "" ? fits.length : space;
    lines.push(rest.slice(0, end));
    rest = rest.slice(rest.charAt(end) === " " ? end + 1 : end);
    fits = beginningOf(rest, width);
  }
  return [...lines, rest];
}

/** Returns as much of the line as fits, at least one character. */
function beginningOf(line: string, width: number): string {
  let end = 0;
  let taken = 0;
  for (const char of line) {
    taken += columnsOf(char);
    if (taken > width && end > 0) break;
    end += char.length;
  }
  return line.slice(0, end);
}

function columnsOf(char: string): number {
  // No character below this is wide, and most text has no others.
  return char > "\u00ff" && wide.test(char) ? 2 : 1;
}
