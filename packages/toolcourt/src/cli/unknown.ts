import type { Unknown } from "@toolcourt/contracts/internal/errors/catalog";
import { cut, nearest } from "@toolcourt/contracts/internal/kernel/nearest";

/** Describes an unknown name for a refusal. Truncates long names. */
export function unknown(given: string, candidates: readonly string[]): Unknown {
  const guess = nearest(given, candidates);
  return { given: cut(given), ...(guess === undefined ? {} : { nearest: guess }) };
}
