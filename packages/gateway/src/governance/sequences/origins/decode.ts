const maxDepth = 2;

/**
 * Returns what a token may stand for: escapes, base64 and hex are undone, twice if need be. The
 * text itself is not among them.
 */
export function decodings(token: string, depth = maxDepth): readonly string[] {
  if (depth === 0 || token.length < 6 || isPlain(token)) return [];
  const [plain, binary, hex] = [unescaped(token), fromBase64(token), fromHex(token)];
  if (plain === undefined && binary === undefined && hex === undefined) return [];
  const once = [plain, binary, hex].filter(
    (text): text is string => text !== undefined && text !== token,
  );
  return once.flatMap((text) => [text, ...decodings(text, depth - 1)]);
}

/** Most tokens are neither escaped nor of the letters of an encoding. */
function isPlain(token: string): boolean {
  return /[^A-Za-z0-9+/_=-]/.test(token) ? !/[%&\\]/.test(token) : /^[a-z]*$/.test(token);
}

const escapes =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|\\u[0-9a-f]{4}|&#x[0-9a-f]{1,6};?|&#\d{1,7};?|&[a-z]{2,8};/gi;

/** The entities of characters that addresses, links and identifiers consist of. */
const entities: ReadonlyMap<string, string> = new Map(
  "amp=& lt=< gt=> quot=\" apos=' sol=/ bsol=\\ plus=+ equals== colon=: period=. lowbar=_ num=# dollar=$ percnt=% commat=@ semi=; quest=? comma=, hyphen=- dash=-"
    .split(" ")
    .map((row) => [row.slice(0, row.indexOf("=")), row.slice(row.indexOf("=") + 1)]),
);

/** Undoes percent, HTML and backslash escapes. Undefined if there is none. */
export function unescaped(text: string): string | undefined {
  if (!/[%&\\]/.test(text)) return undefined;
  const plain = text.replaceAll(escapes, characters);
  return plain === text ? undefined : plain;
}

function characters(escape: string): string {
  switch (escape.slice(0, 2).toLowerCase()) {
    case "&#":
      return fromCode(escape);
    case "\\u":
      return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
    default:
      return escape.startsWith("&")
        ? (entities.get(escape.slice(1, -1).toLowerCase()) ?? escape)
        : Buffer.from(escape.replaceAll(/%|\\x/gi, ""), "hex").toString();
  }
}

function fromCode(entity: string): string {
  const isHex = entity.charAt(2).toLowerCase() === "x";
  const code = Number.parseInt(entity.slice(isHex ? 3 : 2), isHex ? 16 : 10);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

const base64 = /^(?=.*[A-Z])(?=.*[a-z0-9])[A-Za-z0-9+/_-]{8,}={0,2}$/;
const hexadecimal = /^(?:0x)?(?:[0-9a-f]{2}){4,}$/i;
/** Most tokens that only look encoded fail within this many characters. */
const probe = 64;

function fromBase64(token: string): string | undefined {
  if (!base64.test(token) || !mayBeText(token)) return undefined;
  return printable(Buffer.from(token, "base64"));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const sextets = new Uint8Array(128);
for (let value = 0; value < alphabet.length; value += 1) {
  sextets[alphabet.charCodeAt(value)] = value;
}
sextets["-".charCodeAt(0)] = 62;
sextets["_".charCodeAt(0)] = 63;

/** False if the first bytes are surely no text. Spares most of the decoding. */
function mayBeText(token: string): boolean {
  const length = Math.min(probe, token.length);
  const reading: Reading = { expected: 0, isBroken: false };
  let bits = 0;
  for (let at = 0; at < length && token.charAt(at) !== "="; at += 1) {
    bits = ((bits << 6) | (sextets[token.charCodeAt(at)] ?? 0)) & 0xff_ff;
    const left = (6 * (at + 1)) % 8;
    // The first of four characters completes no byte.
    if (left !== 6 && !goesOn(reading, (bits >> left) & 0xff)) return false;
  }
  return true;
}

interface Reading {
  /** Bytes that the begun character still needs. */
  expected: number;
  /** Whether some bytes were no character. At the end they may be a cut one. */
  isBroken: boolean;
}

/** Reads a byte of UTF-8. False once the bytes are surely no text. */
function goesOn(reading: Reading, byte: number): boolean {
  const { expected } = reading;
  if (byte < 0x80) return expected === 0 && !reading.isBroken && !isControl(byte);
  const isRest = byte < 0xc0;
  reading.isBroken ||= isRest !== expected > 0;
  if (isRest) reading.expected = Math.max(0, expected - 1);
  else reading.expected = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  return true;
}

function fromHex(token: string): string | undefined {
  if (!hexadecimal.test(token)) return undefined;
  return printable(Buffer.from(token.replace(/^0x/i, ""), "hex"));
}

/** Undefined unless the bytes are text. */
function printable(bytes: Buffer): string | undefined {
  if (bytes.length === 0 || hasControl(bytes)) return undefined;
  const text = bytes.toString();
  // A cut character at the end is fine, as one part of a longer text has it.
  return text.replace(/\ufffd+$/, "").includes("\ufffd") ? undefined : text;
}

function hasControl(bytes: Buffer): boolean {
  // An iterator of a buffer takes five times as long.
  for (let at = 0; at < bytes.length; at += 1) if (isControl(bytes[at] ?? 0)) return true;
  return false;
}

function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) || byte === 0x7f;
}
