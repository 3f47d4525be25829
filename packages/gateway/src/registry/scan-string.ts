export type ScannedString =
  | { readonly kind: "string"; readonly end: number }
  | { readonly kind: "flaw"; readonly offset: number; readonly expected: string };

const [quote, backslash, space] = [0x22, 0x5c, 0x20];
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where the JSON string that opens at `from` ends, or what is wrong with it. */
export function endOfString(text: string, from: number): ScannedString {
  let at = from + 1;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === quote) return { kind: "string", end: at + 1 };
    if (char < space) return flaw(at, "an escape such as \\n instead of a bare control character");
    if (char === backslash) {
      escape.lastIndex = at;
      if (!escape.test(text))
        return flaw(at, 'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
      at = escape.lastIndex;
    } else {
      at += 1;
    }
  }
  return flaw(text.length, "a closing quote");
}

function flaw(offset: number, expected: string): ScannedString {
  return { kind: "flaw", offset, expected };
}
