import { hideFound } from "../../redaction/hide-found.ts";

/** Gives out names of variables, for values that are not copied. */
export interface Concealment {
  /** `${NAME}` for a value; the same value under the same name gets the same. */
  readonly reference: (wish: string, value: string, server: string) => string;
  readonly names: () => readonly string[];
}

export function createConcealment(): Concealment {
  const given = new Map<string, string>();
  return {
    reference: (wish, value, server) => {
      const free = [variable(wish), variable(`${server}_${wish}`)].find(
        (name) => !given.has(name) || given.get(name) === value,
      );
      const name = free ?? numbered(variable(`${server}_${wish}`), given);
      given.set(name, value);
      return `\${${name}}`;
    },
    names: () => [...given.keys()].toSorted(),
  };
}

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
  /key|token|secret|passw|pwd|credential|auth|bearer|cookie|session|private|signature|dsn|connection/i;

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
  if (secretName.test(name) || value.includes("${")) return false;
  return harmless.some((form) => form.test(value)) && hideFound(value) === value;
}

/** Whether an argument of a program is, or holds, what nobody else should read. */
export function isSecretArgument(arg: string, before: string | undefined): boolean {
  return hideFound(arg) !== arg || assignsSecret(arg) || followsSecretFlag(arg, before);
}

/** `--api-key=abc`, `Authorization: Bearer abc`; an address begins with a word and a colon as well. */
function assignsSecret(arg: string): boolean {
  const [, name = "", value = ""] = /^([^=:]*)[=:](.*)$/s.exec(arg) ?? [];
  return value !== "" && !value.startsWith("//") && secretName.test(name);
}

/** `--api-key abc`. */
function followsSecretFlag(arg: string, before = ""): boolean {
  return /^--?\w[^=]*$/.test(before) && secretName.test(before) && !arg.startsWith("-");
}

/** Whether a step of an address is a credential: some services give everybody an address of their own. */
export function isSecretStep(step: string): boolean {
  return (
    hideFound(step) !== step || (step.length >= 20 && /\d/.test(step) && /[A-Za-z]/.test(step))
  );
}
