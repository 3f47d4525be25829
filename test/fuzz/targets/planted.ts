// A fault behind five conditions, each a block of its own. Tests show that the fuzzer finds it.
import { BrokenPromise } from "../target.ts";

export const covers = /\/test\/fuzz\/targets\/planted\.ts/;
export const words: readonly string[] = [];
export const seeds: readonly string[] = ["input"];

export function fuzz(data: Buffer): void {
  if (data[0] !== 0x66) return;
  if (data[1] !== 0x75) return;
  if (data[2] !== 0x7a) return;
  if (data[3] !== 0x7a) return;
  if (data[4] !== 0x21) return;
  throw new BrokenPromise("The planted fault was reached.");
}
