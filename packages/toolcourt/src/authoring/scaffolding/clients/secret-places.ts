import { isSecretName } from "./conceal.ts";

/** Position of an argument. */
export interface Standing {
  /** The program that receives it. */
  readonly command: string;
  /** All preceding arguments, in order. */
  readonly earlier: readonly string[];
  /** Whether it is the first argument that is not a flag. */
  readonly isFirst: boolean;
}

/** Tells whether the preceding arguments announce a secret, regardless of how the value looks. */
export function isPlaceOfSecret({ command, earlier }: Standing): boolean {
  const [before = "", beforeThat = ""] = earlier.filter((each) => each !== "--").toReversed();
  return (
    takesSecret(before) ||
    secretWord.test(before) ||
    (!before.startsWith("-") && takesPair.test(beforeThat)) ||
    isPasswordLetter(before, command, earlier)
  );
}

/** Accepts `--token`, `-token`, and `/token` as in some programs. */
export function takesSecret(flag: string): boolean {
  if (!/^(?:--?|\/)[A-Za-z][\w.-]*$/.test(flag)) return false;
  return isSecretName(flag) || /^(?:--?header|-H)$/i.test(flag);
}

/**
 * Names that a command such as `set` assigns. Within a longer word they only describe the program.
 */
const secretWord =
  /^(?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|api[_-]?key|key|pin|credentials?)$/i;

/** Flags followed by a user name and a password. */
const takesPair = /^--?(?:basic-?auth|auth|credentials?|login|user-?pass)$/i;

/** Programs with a single-letter password flag, where others take a port or a path. */
const passwordLetters: readonly (readonly [program: RegExp, letters: RegExp])[] = [
  [/^(?:mysql|mariadb|mongo)\w*$/, /^-p$/],
  [/^(?:sshpass|7z\w?)$/, /^-p$/],
  [/^(?:redis|valkey)-cli$/, /^-a$/],
  [/^ldap\w+$/, /^-w$/],
  [/^(?:sqlcmd|isql|osql|tsql|bcp|zip|unzip)$/, /^-P$/],
  [/^openssl$/, /^-k$/],
];

function isPasswordLetter(flag: string, command: string, earlier: readonly string[]): boolean {
  if (!/^-[A-Za-z]$/.test(flag)) return false;
  const program = command.replace(/^.*[\\/]/, "").replace(/\.(?:exe|cmd)$/i, "");
  const isKnown = passwordLetters.some(
    ([programs, letters]) => programs.test(program) && letters.test(flag),
  );
  return isKnown || earlier.includes("login");
}

/** Letters that commonly take a password. */
const likelyLetter = /^-[apkw]$/i;
const maxPorts = 65_535;

/** Tells whether a well-formed value could still be a password after this flag. */
export function couldBePassword(value: string, flag: string): boolean {
  if (!likelyLetter.test(flag)) return false;
  return /^[A-Za-z-]+$/.test(value) || Number(value) > maxPorts;
}

/** Detects `scheme://user@host` and `user:password@host`. The user `git` is not personal. */
export function namesPerson(text: string): boolean {
  return /^[a-z][\w+.-]*:\/\/(?!git@)[^/\\]*@/i.test(text) || /^[^/\\@]+:[^/\\@]*@/.test(text);
}

/** Detects `NAME=value`, but not a version such as `name==1.2`. */
export function isAssignment(text: string): boolean {
  return /^\w+=(?!=)/.test(text);
}
