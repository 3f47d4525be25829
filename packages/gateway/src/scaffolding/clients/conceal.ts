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
export function isSecretArgument(arg: string, before = ""): boolean {
  if (hideFound(arg) !== arg || follows(before, arg) || isRandom(arg)) return true;
  const address = /^https?:/i.test(arg) ? URL.parse(arg) : null;
  return address === null ? assignsSecret(arg) : isSecretAddress(address);
}

const assigned = /([\w-]{1,64})["']?\s{0,4}[=:]\s{0,4}["']?(?!\/\/)[^\s"',}]/g;

/** `--api-key=abc`, `Authorization: Bearer abc`, and the same anywhere within JSON or a line for a shell. */
function assignsSecret(arg: string): boolean {
  return arg.matchAll(assigned).some(([, name = ""]) => secretName.test(name));
}

/** `--api-key abc`. What a header says is never taken over, whatever it is called. */
function follows(before: string, arg: string): boolean {
  if (arg.startsWith("-")) return false;
  if (/^(--?header|-H)$/.test(before)) return true;
  return /^--?\w[^=]*$/.test(before) && secretName.test(before);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A long word with several digits and letters in it, which nobody has chosen. */
function isRandom(arg: string): boolean {
  if (uuid.test(arg)) return true;
  return /^\w{20,}$/.test(arg) && /[A-Za-z]/.test(arg) && arg.replaceAll(/\D/g, "").length > 2;
}

function isSecretAddress({ username, password, search, pathname }: URL): boolean {
  const steps = pathname.split("/");
  return `${username}${password}${search}` !== "" || steps.some(isSecretStep);
}

/** Whether a step of an address is a credential: some services give everybody an address of their own. */
export function isSecretStep(step: string): boolean {
  return (
    hideFound(step) !== step || (step.length >= 20 && /\d/.test(step) && /[A-Za-z]/.test(step))
  );
}
