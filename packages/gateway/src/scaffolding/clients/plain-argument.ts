import { hideFound } from "../../redaction/hide-found.ts";
import { isHarmless, isSecretName } from "./conceal.ts";
import { isHandedOn, isOfContainer, standsAlone, startsContainers } from "./container-arguments.ts";
import { isFileOrPackage, isProgramName, isRandom, isWords } from "./plain-words.ts";

/** Where an argument stands. */
export interface Standing {
  /** The program that it is for. */
  readonly command: string;
  readonly before: string | undefined;
  /** Whether it is the first that is no flag. */
  readonly isFirst: boolean;
}

const longest = 200;

/**
 * Whether an argument may be copied. Every program on the machine can read arguments, and people put
 * secrets there in more ways than anybody can list, so only what is plainly none is copied.
 */
export function isPlainArgument(arg: string, standing: Standing): boolean {
  if (arg === "") return true;
  if (arg.length > longest || arg.includes("${") || hideFound(arg) !== arg) return false;
  if (startsContainers(standing.command) && isHandedOn(arg, standing.before)) return true;
  return arg.startsWith("-") ? isPlainFlag(arg) : isPlainValue(arg, standing);
}

/** `--word`, `-x`, words of one dash that everybody knows, and `--word=value` where the value is plain. */
function isPlainFlag(arg: string): boolean {
  const [, name, value] = /^(--?[A-Za-z][\w.-]{0,60}?)(?:=(.*))?$/s.exec(arg) ?? [];
  if (name === undefined) return arg === "-" || arg === "--";
  if (!isPlainName(name)) return false;
  return value === undefined || (!takesSecret(name) && (isFormed(value) || isWords(value)));
}

/** A word, a letter, or a word of one dash that is no letter with a value right behind it. */
function isPlainName(flag: string): boolean {
  if (flag.startsWith("--")) return !isRandom(flag);
  return /^-[A-Za-z]$/.test(flag) || knownShort.test(flag);
}

const knownShort =
  /^-(?:it|ti|di|dit|rm|jar|stdio|transport|verbose|version|debug|quiet|silent|help|port|host|config|mode|log|level|yes|no|net|all)$/;

function isPlainValue(arg: string, standing: Standing): boolean {
  const flag = flagBefore(standing);
  if (takesSecret(flag)) return false;
  return isFormed(arg) || isPlainThere(arg, flag, standing);
}

/** The flag whose value this may be, or nothing. */
function flagBefore({ command, before = "" }: Standing): string {
  if (startsContainers(command) && standsAlone(before)) return "";
  return /^--?\w[^=]*$/.test(before) ? before : "";
}

function takesSecret(flag: string): boolean {
  return isSecretName(flag) || /^(?:--?header|-H)$/i.test(flag);
}

function isFormed(value: string): boolean {
  return isHarmless("", value) || isFileOrPackage(value);
}

function isPlainThere(arg: string, flag: string, { command, isFirst }: Standing): boolean {
  const isWhatRuns = (isFirst && launchers.test(command)) || namesWhatRuns.test(flag);
  if (isWhatRuns) return isProgramName(arg);
  if (startsContainers(command) && isOfContainer(arg)) return true;
  // Behind one letter anything may stand.
  return !/^-\w/.test(flag) && isWords(arg);
}

const launchers =
  /(?:^|[\\/])(?:npx|npm|pnpm|yarn|bunx?|uvx?|pipx?|node|deno|python3?|dnx|dotnet|java|go|cargo|ruby|php)(?:\.exe|\.cmd)?$/i;

/** Flags behind which stands what is run, or where it comes from. */
const namesWhatRuns = /^(?:-m|-y|--yes|--from|--with|--package|--module|--directory|--project)$/;
