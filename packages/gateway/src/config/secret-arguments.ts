import { hostFilled } from "@toolcourt/sdk/rules";
import { redactFound } from "../boundary/redaction/redaction.ts";
import { isReference } from "./variables.ts";

/** Replaces a secret of the file in output. */
export const notShown = "(not shown)";

/** Returns the arguments of a command with the values of secret flags redacted. */
export function shownArguments(given: readonly string[]): readonly string[] {
  return given.map((argument, index) => {
    const { before, value, isSecret } = readArgument(argument, given[index - 1]);
    return before + (isSecret ? notShown : shownValue(value));
  });
}

/** Returns the values of secret flags. */
export function secretArguments(given: readonly string[]): readonly string[] {
  return given.flatMap((argument, index) => {
    const { value, isSecret } = readArgument(argument, given[index - 1]);
    return isSecret ? [value] : [];
  });
}

interface Argument {
  /** The flag, if it is part of the same word: `--token=`. */
  readonly before: string;
  readonly value: string;
  readonly isSecret: boolean;
}

function readArgument(argument: string, previous = ""): Argument {
  const [, flag, value] = /^(--?[\w-]+)=(.+)$/s.exec(argument) ?? [];
  if (flag !== undefined && value !== undefined) {
    return { before: `${flag}=`, value, isSecret: isForSecret(flag) && !isReference(value) };
  }
  const isValue = !argument.startsWith("-") && !isReference(argument);
  return { before: "", value: argument, isSecret: isValue && isForSecret(previous) };
}

function isForSecret(flag: string): boolean {
  return flag.startsWith("-") && hostFilled(flag.replace(/^-+/, ""), {}) === "secret";
}

function shownValue(value: string): string {
  return isReference(value) ? value : redactFound(value);
}
