import { printable } from "../contracts/schemas/short-form.ts";

const longestName = 128;

/** The name that a caller gave, as far as it can be printed: it may be anything, and of any length. */
export function shownName(name: string): string {
  return printable(name, longestName);
}
