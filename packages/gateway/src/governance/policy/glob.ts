/**
 * Tests a text against a pattern in which `*` matches any characters, or none. Linear in the text.
 */
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
  // The suffix must not overlap the part already matched.
  return at + last.length <= text.length;
}
