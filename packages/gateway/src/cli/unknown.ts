import type { Unknown } from "../errors/catalog.ts";
import { cut, nearest } from "../kernel/nearest.ts";

/** What a refusal says about a name nobody knows. Long names are cut. */
export function unknown(given: string, candidates: readonly string[]): Unknown {
  const guess = nearest(given, candidates);
  return { given: cut(given), ...(guess === undefined ? {} : { nearest: guess }) };
}
