import { numberOf } from "./secret-numbers.ts";

/** How much of a form is looked for. Whoever shows this much of a secret shows too much of it. */
export const tellingLength = 20;

/** Below this an encoded form, or a part, is so short that other texts hold it by chance. */
const encodedFrom = 8;

/**
 * The ways in which a secret stands in texts: as it is, inside JSON, inside JSON inside JSON, in a URL, in
 * a URL inside a URL, with every byte escaped, in base64 wherever it begins among the three bytes of a group,
 * in base64 of that, in hex, and digits as whoever took them for a number writes it.
 */
export function formsOf(value: string): readonly string[] {
  const forms = secretsOf(value).flatMap((each) => [...encodedForms(each), ...numberForms(each)]);
  return [...new Set(forms)].filter((form) => form !== "");
}

/** What is a secret by itself: all of it, and the parts that let one in. */
export function secretsOf(value: string): readonly string[] {
  return [value, ...partsOf(value)];
}

/** Without zeros before it, and rounded where there are many digits. */
function numberForms(value: string): readonly string[] {
  const number = numberOf(value);
  return number === undefined ? [] : [String(number)];
}

/** Words that headers begin with. Others before a blank are part of what somebody chose to be secret. */
const scheme =
  /^(api-?key|basic|bearer|bot|jwt|key|negotiate|oauth|sharedkey|ssws|token) {1,3}(\S+)$/i;

/** What lets one in by itself: a header may say how before it, and hold a name and a password. */
function partsOf(value: string): readonly string[] {
  const [, how = "", rest = ""] = scheme.exec(value) ?? [];
  const both = how.toLowerCase() === "basic" ? Buffer.from(rest, "base64").toString() : "";
  const password = both.slice(both.indexOf(":") + 1);
  return [rest, both, password].filter((part) => part.length >= encodedFrom);
}

function encodedForms(value: string): readonly string[] {
  const forms = [value, ...jsonForms(value), ...urlForms(value)];
  if (value.length < encodedFrom) return forms;
  const base64 = base64Forms(value);
  return [...forms, ...base64, ...base64.flatMap(base64Forms), ...hexForms(value)];
}

function jsonForms(value: string): readonly string[] {
  const once = insideJson(value);
  const ascii = once.replaceAll(/[^\x20-\x7e]/g, unicodeEscape);
  return [once, insideJson(once), once.replaceAll("/", "\\/"), ascii, ascii.replaceAll("/", "\\/")];
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function urlForms(value: string): readonly string[] {
  // A lone surrogate has no form in a URL.
  const component = encodeURIComponent(value.toWellFormed());
  const strict = component.replaceAll(/[!'()*]/g, percentEscape);
  const asForm = strict.replaceAll("%20", "+");
  const twice = [component, strict, asForm].map(encodeURIComponent);
  return [component, strict, asForm, ...twice].flatMap((form) => [form, lowerEscapes(form)]);
}

function percentEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function lowerEscapes(form: string): string {
  return form.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Of each alignment only the characters that the neighbors of the secret have no part in. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const core = encoded.slice(start, end);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** The bytes one by one: plain, and each as an escape of a URL, also where none would be needed. */
function hexForms(value: string): readonly string[] {
  const hex = Buffer.from(value).toString("hex");
  const escaped = hex.replaceAll(/../g, "%$&");
  return [hex, escaped].flatMap((form) => [form, form.toUpperCase()]);
}
