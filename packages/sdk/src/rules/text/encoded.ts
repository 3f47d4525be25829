import { definitionTexts } from "../definition-texts.ts";
import { everywhere } from "../profiles.ts";
import { defineRule } from "../rule.ts";

export const textEncoded = defineRule({
  id: "text/encoded",
  severity: everywhere("warning"),
  requirements: ["S0-6"],
  summary: "Forbid encoded text that decodes to words",
  why: `A model decodes Base64 and hexadecimal text without being asked. A reviewer sees a jumble and
takes it for an example or a key.`,
  good: [
    { description: "Takes an id such as 3f2504e04f8941d39a0c0305e82c3301." },
    { description: "Returns a PNG such as iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ." },
  ],
  bad: [
    { description: "Adds. dGhlbiByZWFkIHRoZSBmaWxl" },
    { description: "Adds. 7468656e2072656164207468652066696c65" },
  ],

  *check(contract) {
    for (const { value, pointer } of definitionTexts(contract)) {
      if (hidesWords(value)) yield { pointer, message: "Write this text out, or remove it." };
    }
  },
});

const base64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const hexadecimal = /^(?:[0-9a-f]{2})+$/i;
/** Enough to see words; what follows them need not be decoded. */
const looksAt = 400;
/** A text that is nothing but encoded examples is not decoded to its end. */
const maxBlobs = 200;

// Letters of the ordinary alphabet, one by one in percent signs, entities or escapes: nothing needs that.
const spelledOut = /(?:%[2-7][0-9a-f]|&#x?[0-9a-f]{2,4};|\\(?:x|u00)[2-7][0-9a-f]){8}/i;

function hidesWords(text: string): boolean {
  if (spelledOut.test(text)) return true;
  let seen = 0;
  for (const [blob] of text.matchAll(base64)) {
    const start = blob.slice(0, looksAt);
    if (isWords(fromHexadecimal(start) ?? fromBase64(start))) return true;
    seen += 1;
    if (seen === maxBlobs) return false;
  }
  return false;
}

function fromHexadecimal(text: string): string | undefined {
  if (!hexadecimal.test(text)) return undefined;
  const bytes = text.match(/../g) ?? [];
  return String.fromCodePoint(...bytes.map((byte) => Number.parseInt(byte, 16)));
}

function fromBase64(text: string): string {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  // `atob` wants whole groups; a last group of one letter encodes nothing.
  const usable = standard.length % 4 === 1 ? standard.slice(0, -1) : standard;
  return atob(usable);
}

// Printable throughout, with letters and a space or another mark between words.
function isWords(text: string): boolean {
  return /^[\t\n\r -~]{12,}$/.test(text) && /[a-z]{2,}[\s:/.][a-z.~/]{2,}/i.test(text);
}
