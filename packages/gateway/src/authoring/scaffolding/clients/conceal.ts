import { hideFound } from "../../../boundary/redaction/hide-found.ts";

/** Gives out names of variables, for values that are not copied. */
export interface Concealment {
  /** `${NAME}` for a value; the same value under the same name gets the same. */
  readonly reference: (wish: string, value: string, server: string) => string;
  readonly names: () => readonly string[];
}

export function createConcealment(): Concealment {
  const given = new Map<string, string>();
  const freeName = (wish: string, value: string, server: string): string => {
    const long = variable(`${server}_${wish}`);
    const free = [variable(wish), long].find(
      (name) => !taken.test(name) && (!given.has(name) || given.get(name) === value),
    );
    return free ?? numbered(long, given);
  };
  return {
    reference: (wish, value, server) => {
      // A client's own reference names the variable already.
      const [, named] = /^\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^}]*)?\}$/.exec(value) ?? [];
      const name = named === undefined ? freeName(wish, value, server) : variable(named);
      given.set(name, value);
      return `\${${name}}`;
    },
    names: () => [...given.keys()].toSorted(),
  };
}

/** What means something to the gateway itself, so that nobody should have to set it for one server. */
const taken =
  /^(?:PATH|HOME|USER|SHELL|PWD|TMPDIR|TEMP|TMP|LANG|TERM|NO_COLOR|TZ|TOOLCOURT_.*|LC_.*|LD_.*|DYLD_.*|NODE_.*|NPM_.*|SSL_.*|HTTPS?_PROXY|NO_PROXY)$/;

function numbered(name: string, given: ReadonlyMap<string, string>): string {
  let number = 2;
  while (given.has(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** A name that every system takes for a variable. */
function variable(wish: string): string {
  const name = wish
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, "_")
    .slice(0, 64);
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

const secretName =
  /key|token|secret|pass|pwd|credential|auth|bearer|cookie|session|private|signature|dsn|connection|jwt|otp|webhook|licen[cs]e|mnemonic|seed.?phrase|access.?code|unlock|(?<![a-z])(?:pin|pw|psk|pat|sas)(?![a-z])/i;

/** Whether what goes by this name is likely a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Values that anybody may read, whatever they are for. All others are taken for secrets. */
const harmless = [
  /^(true|false|yes|no|on|off|none|null|debug|info|notice|warn|warning|error|trace|silent)$/i,
  /^(development|production|staging|test|stdio|http|sse|json|text|utf-?8)$/i,
  /^-?\d{1,6}(\.\d{1,3})?$/,
  // A path; its steps are words.
  /^(~|\.{1,2}|[A-Za-z]:)?([\\/][\w. @-]{1,40}){1,20}[\\/]?$/,
  // An address without anything that could be a credential.
  /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.-]{1,24}){0,6}\/?$/,
];

/** Whether a value may be copied as it is. */
export function isHarmless(name: string, value: string): boolean {
  if (value === "") return true;
  if (isSecretName(name) || value.includes("${")) return false;
  // A list of folders, as PATH is.
  if (/path$/i.test(name) && value.includes(":/")) {
    return value.split(":").every((each) => isHarmless("", each));
  }
  return (
    harmless.some((form) => form.test(value)) &&
    hideFound(value) === value &&
    !value
      .replace(/^https?:\/\/[^/]*/, "")
      .split(/[\\/]/)
      .some(isSecretStep)
  );
}

/** Whether a step of an address is a credential: some services give everybody an address of their own. */
export function isSecretStep(step: string): boolean {
  return (
    hideFound(step) !== step || (step.length >= 20 && /\d/.test(step) && /[A-Za-z]/.test(step))
  );
}
