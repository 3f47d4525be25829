import { hideFound } from "../../../boundary/redaction/hide-found.ts";
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
 * Whether an argument may be copied. Every program on the machine can read arguments, and people put
 * secrets there in more ways than anybody can list, so only what is plainly none is copied.
 */
export function isPlainArgument(arg: string, standing: Standing): boolean {
  if (arg === "") return true;
  if (arg.length > longest || arg.includes("${") || hideFound(arg) !== arg) return false;
  if (startsContainers(standing.command) && isHandedOn(arg, standing.earlier.at(-1))) {
    return true;
  }
  return arg.startsWith("-") ? isPlainFlag(arg) : isPlainValue(arg, standing);
}

/** `--word`, `-x`, words of one dash that everybody knows, and `--word=value` where the value is plain. */
function isPlainFlag(arg: string): boolean {
  const [, name, value] = /^(--?[A-Za-z][\w.-]{0,60}?)(?:=(.*))?$/s.exec(arg) ?? [];
  if (name === undefined) return arg === "-" || arg === "--";
  if (!isPlainName(name)) return false;
  return value === undefined || (!takesSecret(name) && isPlainBehind(name, value));
}

/** Behind one letter anything may stand. */
function isPlainBehind(flag: string, value: string): boolean {
  if (isFormed(value)) return !couldBePassword(value, flag);
  return !/^-\w/.test(flag) && isWords(value);
}

/** A word, a letter, or a word of one dash that is no letter with a value right behind it. */
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

/** The flag whose value this may be, or nothing. */
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

/** Flags behind which stands what is run, or where it comes from. */
const namesWhatRuns = /^(?:-m|-y|--yes|--from|--with|--package|--module|--directory|--project)$/;
