import { printable } from "../contracts/schemas/short-form.ts";

const longestName = 128;

/** Returns a caller-supplied name in printable form: it may hold anything, of any length. */
export function shownName(name: string): string {
  return printable(name, longestName);
}
