import { isSecretStep } from "./conceal.ts";

/**
 * Accepts names with a distinctive form: `server.js`, `dist/index.js`, `@scope/name`, `name@1.2.3`,
 * `name==1.2`.
 */
export function isFileOrPackage(arg: string): boolean {
  return forms.some((form) => form.test(arg)) && !arg.split(/[/@]/).some(isSecretStep);
}

const forms = [
  /^[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,12}\.(?:[cm]?[jt]sx?|py|jar|dll|exe|sh|json[c5]?|ya?ml|toml|ini|db|sqlite3?|csv|txt|md)$/i,
  /^@[\w.-]{1,60}\/[\w.-]{1,60}(?:@[\w.^~-]{1,30})?$/,
  /^[A-Za-z][\w.-]{0,60}(?:@(?:latest|next|[\^~]?\d[\w.-]{0,30})|==\d[\w.]{0,30})$/,
];

/** Accepts the name of a program or a module. */
export function isProgramName(arg: string): boolean {
  return (
    /^[A-Za-z@.~/\\][\w@.:+~^=/\\ -]{0,120}$/.test(arg) && !arg.split(/[/\\@ ]/).some(isRandom)
  );
}

/**
 * Accepts words and small numbers separated by dashes, dots or underscores: `read-only`,
 * `eu-west-1`. A single word of letters and digits may be anything.
 */
export function isWords(arg: string): boolean {
  return (
    arg.length <= 40 &&
    arg.split(/[._-]/).every((word) => /^(?:[A-Za-z]{0,20}|\d{1,4}|v\d{1,3})$/.test(word))
  );
}

/** Detects a long generated word of letters and digits. */
export function isRandom(word: string): boolean {
  return word.length >= 16 && /[A-Za-z]/.test(word) && word.replaceAll(/\D/g, "").length > 2;
}
