import { confusables } from "./confusables.ts";

const visible = /^[!-~]*$/;
const ascii = /^\p{ASCII}*$/u;
// oxlint-disable-next-line no-control-regex -- spaces and controls carry no meaning here
const blanks = /[\x00-\x20\x7f]+/g;
/** Marks, spaces, controls, and characters that take no room: joiners, fillers, tags. */
const unseen = /[\p{M}\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]+/gu;
const beyondAscii = /\P{ASCII}/gu;

/**
 * Returns what a text looks like: without case, spaces, accents, invisible characters and alphabets
 * that imitate Latin. Two texts with one look may differ, so it never proves trust.
 */
export function fold(text: string): string {
  if (visible.test(text)) return text.toLowerCase();
  if (ascii.test(text)) return text.replace(blanks, "").toLowerCase();
  const plain = text.normalize("NFKD").toLowerCase().replace(unseen, "");
  return plain.replace(beyondAscii, (character) => confusables.get(character) ?? character);
}

const numberOnly = /^[\d+().\-/]{6,}$/;
const prefix = /^(?:mailto:|tel:|[@#'"])/;
const trailing = ".,;:!?'\"/";
const scheme = /^[a-z][a-z0-9+.-]{1,15}:\/\/(?:www\.)?/;

/**
 * Returns the loose form: the look of a text, without what writers add or leave out. That is the
 * scheme and `www.` of a link, the tag of a sub-address, and separators in a number.
 */
export function looseForm(text: string): string {
  const folded = withoutEnd(withoutPrefix(fold(text)));
  if (numberOnly.test(folded)) return folded.replaceAll(/\D/g, "").replace(/^0+/, "");
  if (folded.startsWith("www.")) return folded.slice(4);
  return withoutTag(folded.includes("://") ? folded.replace(scheme, "") : folded);
}

function withoutPrefix(text: string): string {
  const first = text.charCodeAt(0);
  const isLetter = first >= 0x61 && first <= 0x7a;
  return isLetter && !text.includes(":") ? text : text.replace(prefix, "");
}

function withoutTag(text: string): string {
  const plus = text.indexOf("+");
  if (plus <= 0) return text;
  const at = text.indexOf("@", plus);
  return at > plus && !text.includes("/") ? text.slice(0, plus) + text.slice(at) : text;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 1 && trailing.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
