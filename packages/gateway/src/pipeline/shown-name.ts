import { printable } from "@toolcourt/contracts/internal/schemas/short-form";

const longestName = 128;

/** Returns a caller-supplied name in printable form: it may hold anything, of any length. */
export function shownName(name: string): string {
  return printable(name, longestName);
}
