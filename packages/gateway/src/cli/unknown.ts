import type { Unknown } from "../foundation/errors/catalog.ts";
import { cut, nearest } from "../foundation/kernel/nearest.ts";

/** Describes an unknown name for a refusal. Truncates long names. */
export function unknown(given: string, candidates: readonly string[]): Unknown {
  const guess = nearest(given, candidates);
  return { given: cut(given), ...(guess === undefined ? {} : { nearest: guess }) };
}
