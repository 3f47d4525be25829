/** A pattern in RE2 syntax that matches exactly what ECMA-262 would, or why there is none. */
export type Translation =
  | { readonly kind: "translated"; readonly pattern: string }
  | { readonly kind: "unsupported"; readonly reason: string };

// Both syntaxes look alike but differ in `.`, `\s`, `[[:alpha:]]`, `\Z` and `(?i)`, so a pattern is
// translated token by token. Syntax unknown to ECMA-262 is refused rather than given RE2's meaning.
export function toRe2(pattern: string): Translation {
  let out = "";
  let at = 0;
  let inClass = false;
  while (at < pattern.length) {
    const token: Token = inClass ? classToken(pattern, at) : plainToken(pattern, at);
    if ("unsupported" in token) return { kind: "unsupported", reason: token.unsupported };
    out += token.text;
    at += token.length;
    inClass = token.inClass ?? inClass;
  }
  return inClass
    ? { kind: "unsupported", reason: "an unclosed class" }
    : { kind: "translated", pattern: out };
}

type Token =
  | { readonly text: string; readonly length: number; readonly inClass?: boolean }
  | { readonly unsupported: string };

const whitespace =
  "\\t\\n\\x{b}\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const notWhitespace =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const anything = "[\\x{0}-\\x{10ffff}]";
const nothing = "[^\\x{0}-\\x{10ffff}]";

function plainToken(pattern: string, at: number): Token {
  const char = pattern[at] ?? "";
  const special = specials.get(char);
  if (special !== undefined) return special(pattern, at);
  return { text: char === "]" || char === "}" ? `\\${char}` : char, length: 1 };
}

type Reader = (pattern: string, at: number) => Token;

const specials: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["\\", (pattern, at) => escapeToken(pattern, at, false)],
  [".", () => ({ text: "[^\\n\\r\\x{2028}\\x{2029}]", length: 1 })],
  ["[", classStart],
  ["(", groupStart],
  ["{", quantifier],
]);

function classStart(pattern: string, at: number): Token {
  if (pattern.startsWith("[^]", at)) return { text: anything, length: 3 };
  if (pattern.startsWith("[]", at)) return { text: nothing, length: 2 };
  const text = pattern.startsWith("[^", at) ? "[^" : "[";
  return { text, length: text.length, inClass: true };
}

function groupStart(pattern: string, at: number): Token {
  if (!pattern.startsWith("(?", at)) return { text: "(", length: 1 };
  if (pattern.startsWith("(?:", at)) return { text: "(?:", length: 3 };
  const named = /^\(\?<[\p{L}_$][\p{L}\p{N}_$]*>/u.exec(pattern.slice(at, at + 100));
  if (named !== null) return { text: "(", length: named[0].length };
  return /^\(\?<?[=!]/.test(pattern.slice(at, at + 4))
    ? { unsupported: "lookaround" }
    : { unsupported: "a group with options" };
}

function quantifier(pattern: string, at: number): Token {
  const found = /^\{\d+(,\d*)?\}/.exec(pattern.slice(at, at + 40));
  return found === null ? { text: "\\{", length: 1 } : { text: found[0], length: found[0].length };
}

function classToken(pattern: string, at: number): Token {
  const char = pattern[at] ?? "";
  if (char === "]") return { text: "]", length: 1, inClass: false };
  if (char === "\\") return escapeToken(pattern, at, true);
  return { text: char === "[" ? "\\[" : char, length: 1 };
}

function escapeToken(pattern: string, at: number, inClass: boolean): Token {
  const char = pattern[at + 1] ?? "";
  const simple = simpleEscape(char, inClass);
  if (simple !== undefined) return { text: simple, length: 2 };
  const code =
    /^\\(?:c([A-Za-z])|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})(?:\\u([0-9A-Fa-f]{4}))?|u\{([0-9A-Fa-f]{1,8})\})/.exec(
      pattern.slice(at, at + 14),
    );
  if (code !== null) return codePoint(code);
  const property =
    /^\\([pP])\{(?:(?:General_Category|gc|Script|sc|Script_Extensions|scx)=)?(\w+)\}/.exec(
      pattern.slice(at, at + 100),
    );
  if (property !== null) return unicodeClass(property);
  return /[1-9k]/.test(char)
    ? { unsupported: "a backreference" }
    : { unsupported: "an escape that ECMA-262 does not have" };
}

/** Single-letter escapes, by their meaning outside and inside a class. */
const letters: Readonly<Record<string, readonly [outside: string, inside: string | undefined]>> = {
  s: [`[${whitespace}]`, whitespace],
  S: [`[${notWhitespace}]`, notWhitespace],
  b: ["\\b", "\\x{8}"],
  B: ["\\B", undefined],
  v: ["\\x{b}", "\\x{b}"],
  0: ["\\x{0}", "\\x{0}"],
};

function simpleEscape(char: string, inClass: boolean): string | undefined {
  const letter = Object.hasOwn(letters, char) ? letters[char] : undefined;
  if (letter !== undefined) return inClass ? letter[1] : letter[0];
  if (/[dDwWfnrt]/.test(char)) return `\\${char}`;
  if (char === "_" || char === " ") return char;
  return /[!-/:-@[-`{-~]/.test(char) ? `\\${char}` : undefined;
}

function codePoint([text, control, byte, unit, low, braced]: RegExpExecArray): Token {
  if (control !== undefined) return charCode(control.charCodeAt(0) % 32, text.length);
  const code = Number.parseInt(byte ?? unit ?? braced ?? "0", 16);
  return low === undefined ? charCode(code, text.length) : pair(code, Number.parseInt(low, 16));
}

/** Two successive escapes are one character if they form a surrogate pair. */
function pair(high: number, low: number): Token {
  const isPair = high >> 10 === 0b110110 && low >> 10 === 0b110111;
  return isPair
    ? charCode(0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff), 12)
    : charCode(high, 6);
}

function charCode(code: number, length: number): Token {
  return code > 0x10ffff
    ? { unsupported: "a code point beyond Unicode" }
    : { text: `\\x{${code.toString(16)}}`, length };
}

function unicodeClass([text, sign = "p", name = ""]: RegExpExecArray): Token {
  const short = categories.get(name) ?? name;
  return { text: `\\${sign}{${short}}`, length: text.length };
}

/** RE2 knows general categories by their short names only. */
const categories: ReadonlyMap<string, string> = new Map(
  `
    Letter=L Uppercase_Letter=Lu Lowercase_Letter=Ll Titlecase_Letter=Lt Modifier_Letter=Lm Other_Letter=Lo
    Mark=M Combining_Mark=M Nonspacing_Mark=Mn Spacing_Mark=Mc Enclosing_Mark=Me
    Number=N Decimal_Number=Nd digit=Nd Letter_Number=Nl Other_Number=No
    Punctuation=P punct=P Connector_Punctuation=Pc Dash_Punctuation=Pd Open_Punctuation=Ps Close_Punctuation=Pe Initial_Punctuation=Pi Final_Punctuation=Pf Other_Punctuation=Po
    Symbol=S Math_Symbol=Sm Currency_Symbol=Sc Modifier_Symbol=Sk Other_Symbol=So
    Separator=Z Space_Separator=Zs Line_Separator=Zl Paragraph_Separator=Zp
    Other=C Control=Cc cntrl=Cc Format=Cf Surrogate=Cs Private_Use=Co
  `
    .trim()
    .split(/\s+/)
    .map((row) => {
      const [name = "", short = ""] = row.split("=");
      return [name, short];
    }),
);
