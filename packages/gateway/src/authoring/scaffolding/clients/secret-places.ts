import { isSecretName } from "./conceal.ts";

/** Where an argument stands. */
export interface Standing {
  /** The program that it is for. */
  readonly command: string;
  /** All arguments before it, in order. */
  readonly earlier: readonly string[];
  /** Whether it is the first that is no flag. */
  readonly isFirst: boolean;
}

/** Whether a secret stands here by what stands before it, whatever it looks like itself. */
export function isPlaceOfSecret({ command, earlier }: Standing): boolean {
  const [before = "", beforeThat = ""] = earlier.filter((each) => each !== "--").toReversed();
  return (
    takesSecret(before) ||
    secretWord.test(before) ||
    (!before.startsWith("-") && takesPair.test(beforeThat)) ||
    isPasswordLetter(before, command, earlier)
  );
}

/** `--token`, `-token`, and `/token` as some programs have it. */
export function takesSecret(flag: string): boolean {
  if (!/^(?:--?|\/)[A-Za-z][\w.-]*$/.test(flag)) return false;
  return isSecretName(flag) || /^(?:--?header|-H)$/i.test(flag);
}

/** What `set` and its kin are told to set. Part of a longer word it says what a program is about. */
const secretWord =
  /^(?:pass(?:word|wd|phrase|code)?|pwd?|secret|token|api[_-]?key|key|pin|credentials?)$/i;

/** Behind these stand a name and a password. */
const takesPair = /^--?(?:basic-?auth|auth|credentials?|login|user-?pass)$/i;

/** Programs that take a password behind one letter, where others have a port or a path. */
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

/** Letters that the next program takes a password behind. */
const likelyLetter = /^-[apkw]$/i;
const mostPorts = 65_535;

/** Whether a value that has a form of its own could be a password behind this flag all the same. */
export function couldBePassword(value: string, flag: string): boolean {
  if (!likelyLetter.test(flag)) return false;
  return /^[A-Za-z-]+$/.test(value) || Number(value) > mostPorts;
}

/** `scheme://somebody@host` and `somebody:password@host`. Everybody is `git` where sources are fetched. */
export function namesSomebody(text: string): boolean {
  return /^[a-z][\w+.-]*:\/\/(?!git@)[^/\\]*@/i.test(text) || /^[^/\\@]+:[^/\\@]*@/.test(text);
}

/** `NAME=value`, which is no version: `name==1.2`. */
export function isAssignment(text: string): boolean {
  return /^\w+=(?!=)/.test(text);
}
