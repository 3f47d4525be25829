import { isSecretStep } from "./conceal.ts";

/** `server.js`, `dist/index.js`, `@scope/name`, `name@1.2.3`, `name==1.2`: a name with a form of its own. */
export function isFileOrPackage(arg: string): boolean {
  return forms.some((form) => form.test(arg)) && !arg.split(/[/@]/).some(isSecretStep);
}

const forms = [
  /^[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,12}\.(?:[cm]?[jt]sx?|py|jar|dll|exe|sh|json[c5]?|ya?ml|toml|ini|db|sqlite3?|csv|txt|md)$/i,
  /^@[\w.-]{1,60}\/[\w.-]{1,60}(?:@[\w.^~-]{1,30})?$/,
  /^[A-Za-z][\w.-]{0,60}(?:@(?:latest|next|[\^~]?\d[\w.-]{0,30})|==\d[\w.]{0,30})$/,
];

/** What stands where a program or a module is named. */
export function isProgramName(arg: string): boolean {
  return (
    /^[A-Za-z@.~/\\][\w@.:+~^=/\\ -]{0,120}$/.test(arg) && !arg.split(/[/\\@ ]/).some(isRandom)
  );
}

/**
 * Words and small numbers between dashes, dots and underscores: `read-only`, `eu-west-1`. One word of
 * letters and digits may be anything.
 */
export function isWords(arg: string): boolean {
  return (
    arg.length <= 40 &&
    arg.split(/[._-]/).every((word) => /^(?:[A-Za-z]{0,20}|\d{1,4}|v\d{1,3})$/.test(word))
  );
}

/** A long word with digits and letters in it, which nobody has chosen. */
export function isRandom(word: string): boolean {
  return word.length >= 16 && /[A-Za-z]/.test(word) && word.replaceAll(/\D/g, "").length > 2;
}
