import { readFileSync } from "node:fs";
import { type Meanings, readMeanings } from "./meanings.ts";

let shipped: Meanings | undefined;

/** The table that comes with the package. Read when the first planner is made, then kept. */
export function shippedMeanings(): Meanings {
  shipped ??= readMeanings(
    readFileSync(new URL("../../../data/word-meanings.bin", import.meta.url)),
  );
  return shipped;
}
