import type { Unknown } from "../foundation/errors/catalog.ts";
import { cut, nearest } from "../foundation/kernel/nearest.ts";

/** What a refusal says about a name nobody knows. Long names are cut. */
export function unknown(given: string, candidates: readonly string[]): Unknown {
  const guess = nearest(given, candidates);
  return { given: cut(given), ...(guess === undefined ? {} : { nearest: guess }) };
}
