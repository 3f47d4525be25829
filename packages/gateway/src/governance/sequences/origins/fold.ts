import { confusables } from "./confusables.ts";

const visible = /^[!-~]*$/;
const ascii = /^\p{ASCII}*$/u;
// oxlint-disable-next-line no-control-regex -- spaces and controls carry no meaning here
const blanks = /[\x00-\x20\x7f]+/g;
/** Marks, controls, and characters that take no room: joiners, fillers, tags. */
const unseen = /[\p{M}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]+/gu;
/** One character that is a phrase. A text of them would grow to eighteen times its length. */
const phrases = /[\ufdf0-\ufdfc\u3300-\u3357\u337b-\u337f]+/g;
const otherBlanks = /[\p{Z}\p{Cc}]+/gu;
const beyondAscii = /\P{ASCII}/gu;

/**
 * Returns a text as it looks: letters and signs that imitate ASCII are ASCII, invisible ones are
 * gone. Keeps spaces and case.
 */
export function plainLook(text: string): string {
  if (ascii.test(text)) return text;
  const plain = text.replace(phrases, " ").normalize("NFKD").replace(unseen, "");
  return plain.replace(beyondAscii, asAscii);
}

function asAscii(character: string): string {
  return confusables.get(character) ?? confusables.get(character.toLowerCase()) ?? character;
}

/**
 * Returns what a text looks like, without case and spaces. Two texts with one look may differ, so it
 * never proves trust.
 */
function fold(text: string): string {
  if (visible.test(text)) return text.toLowerCase();
  if (ascii.test(text)) return text.replace(blanks, "").toLowerCase();
  return plainLook(text).replace(otherBlanks, "").toLowerCase();
}

const numberOnly = /^[\d+().\-/]{6,}$/;
const prefix = /^(?:mailto:|tel:)/;
const leading = "([{'\"*_,;:!?@#\u2018\u00bf\u00a1";
const trailing = ")]}'\"*_.,;:!?/\u2019\u2026";
const scheme = /^[a-z][a-z0-9+.-]{1,15}:\/\/(?:www\.)?/;

/**
 * Returns the loose form: the look of a text, without what writers add or leave out. That is the
 * scheme and `www.` of a link, the tag of a sub-address, and separators in a number.
 */
export function looseForm(text: string): string {
  const folded = withoutPrefix(withoutEnds(fold(text)));
  if (numberOnly.test(folded)) return folded.replaceAll(/\D/g, "").replace(/^0+/, "");
  if (folded.startsWith("www.")) return folded.slice(4);
  return withoutTag(folded.includes("://") ? folded.replace(scheme, "") : folded);
}

function withoutPrefix(text: string): string {
  return text.includes(":") ? text.replace(prefix, "") : text;
}

function withoutTag(text: string): string {
  const plus = text.indexOf("+");
  if (plus <= 0) return text;
  const at = text.indexOf("@", plus);
  return at > plus && !text.includes("/") ? text.slice(0, plus) + text.slice(at) : text;
}

/** Signs at the ends may be those of a sentence, so both sides of a comparison lose them. */
function withoutEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end - 1 && leading.includes(text.charAt(start))) start += 1;
  while (end > start + 1 && trailing.includes(text.charAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
