import { redactFound } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { isHarmless } from "./conceal.ts";
import { isHandedOn, isOfContainer, standsAlone, startsContainers } from "./container-arguments.ts";
import { isFileOrPackage, isProgramName, isRandom, isWords } from "./plain-words.ts";
import {
  couldBePassword,
  isAssignment,
  isPlaceOfSecret,
  namesSomebody,
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
  if (isPlaceOfSecret(standing) || namesSomebody(arg)) return false;
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
