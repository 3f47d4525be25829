export type ScannedString =
  | { readonly kind: "string"; readonly end: number }
  | { readonly kind: "flaw"; readonly offset: number; readonly expected: string };

const [quote, backslash] = [0x22, 0x5c];
// oxlint-disable-next-line no-control-regex -- JSON allows no bare control character in a string
const plain = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Returns the end of the JSON string that opens at `from`, or its flaw. */
export function endOfString(text: string, from: number): ScannedString {
  let at = skip(plain, text, from + 1);
  while (text.charCodeAt(at) === backslash) {
    const after = skip(escape, text, at);
    if (after === at)
      return flaw(at, 'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
    at = skip(plain, text, after);
  }
  if (text.charCodeAt(at) === quote) return { kind: "string", end: at + 1 };
  if (at >= text.length) return flaw(at, "a closing quote");
  return flaw(at, "an escape such as \\n");
}

/** Returns the end of a match that starts at `from`, or `from` without a match. */
function skip(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : from;
}

function flaw(offset: number, expected: string): ScannedString {
  return { kind: "flaw", offset, expected };
}
