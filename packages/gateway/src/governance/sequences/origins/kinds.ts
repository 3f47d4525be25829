import { domainToASCII } from "node:url";
import { pathForm, urlForm } from "./url-form.ts";

/** Kinds that have an equivalence of their own. Every other kind is compared by exact bytes. */
export type Form =
  | "email"
  | "url"
  | "host"
  | "iban"
  | "card"
  | "phone"
  | "path"
  | "number"
  | "text";

const names: ReadonlyMap<string, Form> = new Map([
  ["email", "email"],
  ["mail", "email"],
  ["email-address", "email"],
  ["url", "url"],
  ["uri", "url"],
  ["host", "host"],
  ["hostname", "host"],
  ["domain", "host"],
  ["iban", "iban"],
  ["path", "path"],
  ["file-path", "path"],
]);

/** Two names of one kind, such as `mail` and `email`, are the same kind. */
export function kindNamed(name: string): string {
  return names.get(name) ?? name;
}

const canonicalForms: Readonly<Record<string, (text: string) => string | undefined>> = {
  email: emailForm,
  url: urlForm,
  host: hostForm,
  iban: (text) => text.replaceAll(" ", ""),
  path: pathForm,
};

/**
 * Returns the form under which equal values of a kind are equal. A value that is not well-formed is
 * equal to itself only: two readers of it may disagree.
 */
export function canonicalForm(kind: string, text: string): string {
  return Object.hasOwn(canonicalForms, kind) ? (canonicalForms[kind]?.(text) ?? text) : text;
}

const local = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;

function emailForm(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const host = at > 0 && local.test(text.slice(0, at)) ? hostForm(text.slice(at + 1)) : undefined;
  return host === undefined ? undefined : `${text.slice(0, at)}@${host}`;
}

const asciiHost = /^[a-z0-9](?:[a-z0-9.-]*\.)(?:xn--[a-z0-9-]{1,59}|[a-z]{2,24})$/;
const badLabel = /\.[.-]|-\.|[a-z0-9-]{64}/;

/** Returns a name in lower case and Punycode. Undefined if it is not a full name. */
export function hostForm(text: string): string | undefined {
  if (text.length > 253) return undefined;
  const lower = text.toLowerCase();
  if (asciiHost.test(lower)) return badLabel.test(lower) ? undefined : lower;
  return isBeyondAscii(lower) ? punycode(lower) : undefined;
}

function isBeyondAscii(text: string): boolean {
  return /\P{ASCII}/u.test(text);
}

/** A label that turns into plain ASCII only imitates one, so such a name has no form. */
function punycode(lower: string): string | undefined {
  const ascii = domainToASCII(lower);
  const written = lower.split(".");
  const labels = ascii.split(".");
  const isSame =
    labels.length === written.length &&
    written.every((each, at) => {
      const turned = labels[at] ?? "";
      return isBeyondAscii(each) ? turned.startsWith("xn--") : turned === each;
    });
  return isSame &&
    lower.normalize("NFKC") === lower &&
    asciiHost.test(ascii) &&
    !badLabel.test(ascii)
    ? ascii
    : undefined;
}

const numeric = /^[-+]?\d{1,30}(?:\.\d{1,30})?$/;
const phone =
  /^(?:\+|00)[1-9][\d ().-]{6,24}$|^\(\d{3}\) ?\d{3}-\d{4}$|^\d{3}[-. ]\d{3}[-. ]\d{4}$/;
const card = /^\d{4}(?:[ -]?\d{4}){2,3}(?:[ -]?\d{1,4})?$/;
const iban = /^[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{1,4}){3,8}$/;
const path = /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:\\)?[^\s/\\:*?"<>|]+(?:[/\\][^\s/\\:*?"<>|]*)+$/;

/** Names the kind of a value by its form. */
export function formOf(text: string): Form {
  if (text.length > 2_048 || plainWord.test(text)) return "text";
  return linkForm(text) ?? numberForm(text) ?? placeForm(text);
}

const plainWord = /^[A-Za-z_-]*$/;

function linkForm(text: string): Form | undefined {
  if (text.includes("@") && emailForm(text) !== undefined) return "email";
  return text.includes("://") && urlForm(text) !== undefined ? "url" : undefined;
}

function placeForm(text: string): Form {
  if (text.includes("/") || text.includes("\\")) return path.test(text) ? "path" : "text";
  return text.includes(".") && hostForm(text) !== undefined ? "host" : "text";
}

function numberForm(text: string): Form | undefined {
  if (text.length > 48 || !/\d/.test(text)) return undefined;
  if (numeric.test(text)) return card.test(text) && passesLuhn(text) ? "card" : "number";
  return groupedForm(text);
}

function groupedForm(text: string): Form | undefined {
  if (card.test(text) && passesLuhn(text)) return "card";
  if (phone.test(text)) return "phone";
  return iban.test(text) && isIban(text) ? "iban" : undefined;
}

function passesLuhn(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (1 + (at % 2));
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Verifies the check digits: the number modulo 97 must be 1. */
export function isIban(text: string): boolean {
  const plain = text.replaceAll(" ", "").toUpperCase();
  if (plain.length < 15 || plain.length > 34) return false;
  let remainder = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
