import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { isHarmless, isSecretStep } from "./conceal.ts";
import {
  couldBePassword,
  isAssignment,
  isPlaceOfSecret,
  namesPerson,
  type Standing,
  takesSecret,
} from "./secret-places.ts";

const longest = 200;

/**
 * Tells whether an argument may be copied. All programs on the machine can read arguments, and
 * secrets appear there in countless forms. So only plainly harmless arguments are copied.
 */
export function isPlainArgument(arg: string, standing: Standing): boolean {
  if (arg === "") return true;
  if (arg.length > longest || arg.includes("${") || redactFound(arg) !== arg) return false;
  if (startsContainers(standing.command) && isHandedOn(arg, standing.earlier.at(-1))) {
    return true;
  }
  return arg.startsWith("-") ? isPlainFlag(arg) : isPlainValue(arg, standing);
}

/** Accepts `--word`, `-x`, well-known single-dash words, and `--word=value` with a plain value. */
function isPlainFlag(arg: string): boolean {
  const [, name, value] = /^(--?[A-Za-z][\w.-]{0,60}?)(?:=(.*))?$/s.exec(arg) ?? [];
  if (name === undefined) return arg === "-" || arg === "--";
  if (!isPlainName(name)) return false;
  return value === undefined || (!takesSecret(name) && isPlainBehind(name, value));
}

/** A single-letter flag may take any value. */
function isPlainBehind(flag: string, value: string): boolean {
  if (isFormed(value)) return !couldBePassword(value, flag);
  return !/^-\w/.test(flag) && isWords(value);
}

/**
 * Accepts a word, a letter, or a known single-dash word. Any other may be a letter with its value
 * attached.
 */
function isPlainName(flag: string): boolean {
  if (flag.startsWith("--")) return !isRandom(flag);
  return /^-[A-Za-z]$/.test(flag) || knownShort.test(flag);
}

const knownShort =
  /^-(?:it|ti|di|dit|rm|jar|stdio|transport|verbose|version|debug|quiet|silent|help|port|host|config|mode|log|level|yes|no|net|all)$/;

function isPlainValue(arg: string, standing: Standing): boolean {
  if (isPlaceOfSecret(standing) || namesPerson(arg)) return false;
  return isPlainThere(arg, flagBefore(standing), standing);
}

/** Returns the flag whose value this may be, or an empty string. */
function flagBefore({ command, earlier }: Standing): string {
  const before = earlier.at(-1) ?? "";
  if (startsContainers(command) && standsAlone(before)) return "";
  return /^--?\w[^=]*$/.test(before) ? before : "";
}

function isFormed(value: string): boolean {
  return isHarmless("", value) || isFileOrPackage(value);
}

function isPlainThere(arg: string, flag: string, { command, isFirst }: Standing): boolean {
  const isWhatRuns = (isFirst && launchers.test(command)) || namesWhatRuns.test(flag);
  if (isWhatRuns) return isFormed(arg) || (isProgramName(arg) && !isAssignment(arg));
  return (startsContainers(command) && isOfContainer(arg)) || isPlainBehind(flag, arg);
}

const launchers =
  /(?:^|[\\/])(?:npx|npm|pnpm|yarn|bunx?|uvx?|pipx?|node|deno|python3?|dnx|dotnet|java|go|cargo|ruby|php)(?:\.exe|\.cmd)?$/i;

/** Flags followed by the program to run, or by its source. */
const namesWhatRuns = /^(?:-m|-y|--yes|--from|--with|--package|--module|--directory|--project)$/;

/**
 * Accepts names with a distinctive form: `server.js`, `dist/index.js`, `@scope/name`, `name@1.2.3`,
 * `name==1.2`.
 */
function isFileOrPackage(arg: string): boolean {
  return forms.some((form) => form.test(arg)) && !arg.split(/[/@]/).some(isSecretStep);
}

const forms = [
  /^[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,12}\.(?:[cm]?[jt]sx?|py|jar|dll|exe|sh|json[c5]?|ya?ml|toml|ini|db|sqlite3?|csv|txt|md)$/i,
  /^@[\w.-]{1,60}\/[\w.-]{1,60}(?:@[\w.^~-]{1,30})?$/,
  /^[A-Za-z][\w.-]{0,60}(?:@(?:latest|next|[\^~]?\d[\w.-]{0,30})|==\d[\w.]{0,30})$/,
];

/** Accepts the name of a program or a module. */
function isProgramName(arg: string): boolean {
  return (
    /^[A-Za-z@.~/\\][\w@.:+~^=/\\ -]{0,120}$/.test(arg) && !arg.split(/[/\\@ ]/).some(isRandom)
  );
}

/**
 * Accepts words and small numbers separated by dashes, dots or underscores: `read-only`,
 * `eu-west-1`. A single word of letters and digits may be anything.
 */
function isWords(arg: string): boolean {
  return (
    arg.length <= 40 &&
    arg.split(/[._-]/).every((word) => /^(?:[A-Za-z]{0,20}|\d{1,4}|v\d{1,3})$/.test(word))
  );
}

/** Detects a long generated word of letters and digits. */
function isRandom(word: string): boolean {
  return word.length >= 16 && /[A-Za-z]/.test(word) && word.replaceAll(/\D/g, "").length > 2;
}

/** Tells whether a command starts containers. */
export function startsContainers(command: string): boolean {
  return /(?:^|[\\/])(?:docker|podman)(?:\.exe)?$/i.test(command);
}

/**
 * Tells whether an argument only names an inherited variable: `-e NAME`, `-eNAME`, `--env=NAME`.
 */
function isHandedOn(arg: string, before = ""): boolean {
  const isBehind = /^(?:-e|--env)$/.test(before) && /^[A-Za-z_]\w{0,60}$/.test(arg);
  return isBehind || /^(?:-e|--env=)[A-Za-z_]\w{0,60}$/.test(arg);
}

/** Tells whether an argument takes no value: an inherited variable, or switches such as `-it`. */
function standsAlone(arg: string): boolean {
  return isHandedOn(arg) || /^-[itd]{1,3}$/.test(arg);
}

/** Tells whether an argument is an image, a port or user mapping, or a mount. */
function isOfContainer(arg: string): boolean {
  return isImage(arg) || /^\d{1,5}:\d{1,5}$/.test(arg) || isMount(arg);
}

/** Requires a registry path or a version: a bare word could be anything. */
function isImage(arg: string): boolean {
  return /[/:]/.test(arg) && image.test(arg);
}

const image =
  /^(?:[a-z0-9.-]{1,60}(?::\d{1,5})?\/)?[a-z0-9._-]{1,60}(?:\/[a-z0-9._-]{1,60}){0,4}(?::v?\d[\w.-]{0,30}|:latest)?$/;

function isMount(arg: string): boolean {
  const [from = "", to = "", how = "ro", ...more] = arg.split(":");
  return isPath(from) && isPath(to) && /^[a-zA-Z,]{1,20}$/.test(how) && more.length === 0;
}

function isPath(text: string): boolean {
  return text !== "" && isHarmless("", text);
}
