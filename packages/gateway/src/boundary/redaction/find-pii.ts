import type { Span } from "./spans.ts";

export const piiKinds = ["email", "card", "iban", "ssn", "ip", "phone"] as const;

export type PiiKind = (typeof piiKinds)[number];

export interface FoundPii extends Span {
  readonly kind: PiiKind;
}

/** Finds personal data by its format and, if it has one, its checksum. */
export function findPii(text: string, kinds: ReadonlySet<PiiKind>): readonly FoundPii[] {
  const found: FoundPii[] = [];
  if (kinds.has("email")) found.push(...findEmails(text));
  if (/[0-9:]/.test(text)) {
    if (kinds.has("iban")) found.push(...findIbans(text));
    if (kinds.has("ip"))
      found.push(...findAddresses(text).map((span) => ({ kind: "ip" as const, ...span })));
    found.push(...findNumbers(text, kinds));
  }
  const outside = found.filter((span) => !isInId(text, span));
  return outside.length < 2 ? outside : outside.toSorted((a, b) => a.start - b.start);
}

const ids =
  /(?<![\w-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[0-9a-f]{32}){1,2})(?![\w-])/gi;
const maxIdLength = 64;

/**
 * One UUID in a thousand contains digits that look like a personal number. Tracing a call needs the
 * UUID intact.
 */
function isInId(text: string, { start, end }: Span): boolean {
  const from = Math.max(0, start - maxIdLength);
  const around = text.slice(from, end + maxIdLength);
  return [...around.matchAll(ids)].some(
    ({ 0: id, index }) => from + index <= start && from + index + id.length >= end,
  );
}

function findEmails(text: string): readonly FoundPii[] {
  const found: FoundPii[] = [];
  const host = /@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/uy;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const name = /[\p{L}\p{N}._%+'-]+$/u.exec(text.slice(Math.max(0, at - 64), at))?.[0] ?? "";
    const user = name.replace(/^['.-]+/, "");
    host.lastIndex = at;
    const matched = host.exec(text);
    if (user !== "" && matched !== null) {
      found.push({ kind: "email", start: at - user.length, end: at + matched[0].length });
    }
  }
  return found;
}

function findIbans(text: string): readonly FoundPii[] {
  const candidates = /(?<![a-z0-9])[a-z]{2}[0-9]{2}(?:[ -]?[a-z0-9]){11,36}/gi;
  return [...text.matchAll(candidates)].flatMap(({ 0: matched, index }) => {
    const length = ibanLengths.get(matched.slice(0, 2).toUpperCase());
    if (length === undefined) return [];
    // The words that follow look like part of it, so the country decides the length.
    const [whole] = new RegExp(`^(?:[ -]?[a-z0-9]){${length}}`, "i").exec(matched) ?? [""];
    const isOne = passesMod97(whole.replaceAll(/[ -]/g, "")) && whole !== "";
    return isOne ? [{ kind: "iban" as const, start: index, end: index + whole.length }] : [];
  });
}

// Digits with few separators, as in written numbers.
const numbers =
  /(?<![\w.]|[0-9],)[+(]{0,2}[0-9](?:[ ().\-/]{0,3}[0-9]){5,24}(?:\s?(?:x|ext\.?)\s?[0-9]{1,6})?(?![0-9])/gi;

function findNumbers(text: string, kinds: ReadonlySet<PiiKind>): readonly FoundPii[] {
  return [...text.matchAll(numbers)].flatMap(({ 0: written, index }) => {
    const kind = kindOfNumber(written, text, index);
    if (kind === undefined || !kinds.has(kind)) return [];
    return [{ kind, start: index, end: index + written.length }];
  });
}

function kindOfNumber(written: string, text: string, index: number): PiiKind | undefined {
  const digits = written.replaceAll(/[^0-9]/g, "");
  const isGoingOn = /[a-z_]/i.test(text[index + written.length] ?? "");
  if (isGoingOn) return undefined;
  if (/^[0-9][0-9 -]*$/.test(written) && isCardNumber(digits)) return "card";
  if (/^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$/.test(written) && isSocialSecurityNumber(digits))
    return "ssn";
  const around = {
    before: text.slice(Math.max(0, index - 40), index),
    after: text.slice(index + written.length, index + written.length + 12),
  };
  return isPhoneNumber(written, around) ? "phone" : undefined;
}

/** Verifies the check digit of a payment card. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

// Card networks have their own prefixes and lengths. Other numbers are not cards.
const cardForms =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|(?:2131|1800)\d{11}|6(?:011|5\d{2}|4[4-9]\d)\d{12}|(?:50|5[6-9]|6\d)\d{10,17})$/;

export function isCardNumber(digits: string): boolean {
  return cardForms.test(digits) && passesLuhn(digits);
}

/** IBAN length by country. */
const ibanLengths = new Map(
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Verifies an IBAN: its number modulo 97 must be 1. Takes letters and digits only. */
export function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Tells whether digits can be an issued US Social Security number. */
function isSocialSecurityNumber(digits: string): boolean {
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  return !/^(?:000|666|9)/.test(area) && group !== "00" && serial !== "0000";
}

const four = /(?<![\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![\w]|\.[0-9])/g;
const six = /(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi;

function findAddresses(text: string): readonly Span[] {
  const spans = [...text.matchAll(four)].filter(({ 0: written }) => isFour(written));
  if (text.includes(":")) {
    spans.push(...[...text.matchAll(six)].filter(({ 0: written }) => isSix(written)));
  }
  return spans.map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

function isFour(written: string): boolean {
  return written.split(".").every((part) => Number(part) <= 255 && !/^0[0-9]/.test(part));
}

/** Accepts eight groups, or fewer with one gap. This excludes times of day and names in code. */
function isSix(written: string): boolean {
  const groups = written.split(":").filter((group) => group !== "");
  const gaps = written.split("::").length - 1;
  if (gaps === 0) return groups.length === 8 && !/^:|:$/.test(written);
  return gaps === 1 && groups.length >= 2 && groups.length < 8 && /[0-9]/.test(written);
}

export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

const words =
  /\b(?:phone|telephone|tel|mobile|cell|fax|call|called|calling|dial|desk|office|sms|text|texted|messages?|answering|contact|reach|whatsapp|ring|hotline|registered)\b/i;

// Numbers that look like phone numbers: dates, versions, amounts, postal codes.
const dates =
  /^(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})(?: [0-9]{1,2})?$/;
const others =
  /^(?:[0-9]{5}-[0-9]{4}|[0-9]{4}[-/][0-9]{4}|[0-9]+\.[0-9]+|[0-9]{1,3}(?:\.[0-9]{1,3}){3})$/;

const northAmerican =
  /^(?:(?:\+|00)?1[-. ])?\(?[2-9][0-9]{2}\)?[-. ]?[0-9]{3}[-. ][0-9]{4}(?:\s?(?:x|ext\.?)\s?[0-9]{1,6})?$/i;
const international = /^(?:\+|00)[1-9]/;
const national = /^\(?0[1-9]/;

/** Tells whether digits are formatted as a phone number, or stand beside a word that says so. */
function isPhoneNumber(written: string, { before, after }: Surroundings): boolean {
  const digits = written.replace(/\s?(?:x|ext).*$/i, "").replaceAll(/[^0-9]/g, "").length;
  if (digits < 7 || digits > 15 || dates.test(written) || others.test(written)) return false;
  return (
    isWrittenLikeOne(written, digits) ||
    words.test(before) ||
    words.test(after.replace(/^[^a-z]*/i, "").slice(0, 8))
  );
}

function isWrittenLikeOne(written: string, digits: number): boolean {
  if (northAmerican.test(written)) return true;
  const isNational = national.test(written) && /[ ()/-]/.test(written);
  return digits >= 9 && (isNational || international.test(written));
}
