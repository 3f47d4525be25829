/** Whether a text fits a pattern in which `*` stands for any characters, also none. Linear in the text. */
export function fits(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  // The end must not overlap what was used already.
  return at + last.length <= text.length;
}
