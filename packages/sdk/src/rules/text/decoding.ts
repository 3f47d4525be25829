/** One way to write text so that a person does not read it. */
interface Coding {
  /** What a piece of such writing looks like. Bounded, and read with the `g` flag. */
  readonly looks: RegExp;
  /** The text behind a piece, or something that is not words. */
  readonly decode: (piece: string) => string;
}

const codings: readonly Coding[] = [
  { looks: /(?<![0-9a-f])(?:[0-9a-f]{2}[ :,]?){12,400}(?![0-9a-f])/gi, decode: fromHexadecimal },
  { looks: /(?<![01])(?:[01]{8}[ ,]?){12,400}(?![01])/g, decode: fromBinary },
  { looks: /(?<![A-Z2-7])[A-Z2-7]{20,400}/g, decode: fromBase32 },
  { looks: /[A-Za-z0-9+/_-]{20,}={0,2}/g, decode: fromBase64 },
];

/** No coding takes less for a piece, and most texts of a definition are shorter. */
const shortest = 20;
/** Enough to see words; what follows them need not be decoded. */
const looksAt = 400;
/** A text that is nothing but encoded examples is not decoded to its end. */
const maxPieces = 200;

/** Whether some piece of a text decodes to words. */
export function decodesToWords(text: string): boolean {
  if (text.length < shortest) return false;
  return codings.some(({ looks, decode }) =>
    text
      .matchAll(looks)
      .take(maxPieces)
      .some(([piece]) => isWords(decode(piece.slice(0, looksAt)))),
  );
}

function fromHexadecimal(piece: string): string {
  return fromCodes(piece.match(/[0-9a-f]{2}/gi) ?? [], 16);
}

function fromBinary(piece: string): string {
  return fromCodes(piece.match(/[01]{8}/g) ?? [], 2);
}

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(piece: string): string {
  const bits = Array.from(piece, (letter) =>
    base32Alphabet.indexOf(letter).toString(2).padStart(5, "0"),
  );
  return fromBinary(bits.join(""));
}

function fromBase64(piece: string): string {
  const standard = piece.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  // `atob` wants whole groups; a last group of one letter encodes nothing.
  const usable = standard.length % 4 === 1 ? standard.slice(0, -1) : standard;
  return atob(usable);
}

function fromCodes(codes: readonly string[], radix: number): string {
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, radix)));
}

// Printable throughout, with letters and a space or another mark between words.
function isWords(text: string): boolean {
  return /^[\t\n\r -~]{12,}$/.test(text) && /[a-z]{2,}[\s:/.][a-z.~/]{2,}/i.test(text);
}

// Words that an instruction can hardly do without, turned by thirteen letters or written backwards.
const telltale = ["ignore", "instruction", "password", "previous", "prompt", "credential"];
const turned = new RegExp(
  telltale.flatMap((word) => [rotated(word), Array.from(word).toReversed().join("")]).join("|"),
  "i",
);

function rotated(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(97 + ((letter.charCodeAt(0) - 97 + 13) % 26)),
  );
}

/** Whether a text holds words of an instruction, turned around or shifted. */
export function holdsTurnedWords(text: string): boolean {
  return turned.test(text);
}
