import { ibanLength, isCardNumber, isSocialSecurityNumber, passesMod97 } from "./checksums.ts";
import { findAddresses } from "./ip-addresses.ts";
import { isPhoneNumber } from "./phone-numbers.ts";
import type { Span } from "./span.ts";

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
const longestId = 64;

/**
 * One UUID in a thousand contains digits that look like a personal number. Tracing a call needs the
 * UUID intact.
 */
function isInId(text: string, { start, end }: Span): boolean {
  const from = Math.max(0, start - longestId);
  const around = text.slice(from, end + longestId);
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
    const length = ibanLength(matched.slice(0, 2));
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
