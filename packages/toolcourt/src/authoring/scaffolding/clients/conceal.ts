import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";

/** Assigns variable names to values that are not copied. */
export class Concealment {
  readonly #given = new Map<string, string>();

  /** Returns `${NAME}` for a value. Equal values under equal names share one variable. */
  readonly reference = (wish: string, value: string, server: string): string => {
    // A client's own reference already names the variable.
    const [, named] = /^\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^}]*)?\}$/.exec(value) ?? [];
    const name = named === undefined ? this.#freeName(wish, value, server) : variable(named);
    this.#given.set(name, value);
    return `\${${name}}`;
  };

  names(): readonly string[] {
    return [...this.#given.keys()].toSorted();
  }

  #freeName(wish: string, value: string, server: string): string {
    const long = variable(`${server}_${wish}`);
    const free = [variable(wish), long].find(
      (name) => !taken.test(name) && (this.#given.get(name) ?? value) === value,
    );
    return free ?? numbered(long, this.#given);
  }
}

/** Names with a meaning to the gateway itself, which must not be set for one server. */
const taken =
  /^(?:PATH|HOME|USER|SHELL|PWD|TMPDIR|TEMP|TMP|LANG|TERM|NO_COLOR|TZ|TOOLCOURT_.*|LC_.*|LD_.*|DYLD_.*|NODE_.*|NPM_.*|SSL_.*|HTTPS?_PROXY|NO_PROXY)$/;

function numbered(name: string, given: ReadonlyMap<string, string>): string {
  let number = 2;
  while (given.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** Converts a name to a portable variable name. */
function variable(wish: string): string {
  const name = wish
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, "_")
    .slice(0, 64);
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

const secretName =
  /key|token|secret|pass|pwd|credential|auth|bearer|cookie|session|private|signature|dsn|connection|jwt|otp|webhook|licen[cs]e|mnemonic|seed.?phrase|access.?code|unlock|(?<![a-z])(?:pin|pw|psk|pat|sas)(?![a-z])/i;

/** Tells whether a value of this name is likely a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Values that are safe to copy. All others count as secrets. */
const harmless = [
  /^(true|false|yes|no|on|off|none|null|debug|info|notice|warn|warning|error|trace|silent)$/i,
  /^(development|production|staging|test|stdio|http|sse|json|text|utf-?8)$/i,
  /^-?\d{1,6}(\.\d{1,3})?$/,
  // A path whose segments are words.
  /^(~|\.{1,2}|[A-Za-z]:)?([\\/][\w. @-]{1,40}){1,20}[\\/]?$/,
  // A URL without anything that could be a credential.
  /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.-]{1,24}){0,6}\/?$/,
];

/** Tells whether a value may be copied as it is. */
export function isHarmless(name: string, value: string): boolean {
  if (value === "") return true;
  if (isSecretName(name) || value.includes("${")) return false;
  // A list of folders, such as PATH.
  if (/path$/i.test(name) && value.includes(":/")) {
    return value.split(":").every((each) => isHarmless("", each));
  }
  return (
    harmless.some((form) => form.test(value)) &&
    redactFound(value) === value &&
    !value
      .replace(/^https?:\/\/[^/]*/, "")
      .split(/[\\/]/)
      .some(isSecretStep)
  );
}

/** Tells whether a URL segment is a credential: some services give each user a private URL. */
export function isSecretStep(step: string): boolean {
  return (
    redactFound(step) !== step || (step.length >= 20 && /\d/.test(step) && /[A-Za-z]/.test(step))
  );
}
