import { readFileSync } from "node:fs";
import { type Meanings, readMeanings } from "./meanings.ts";

let shipped: Meanings | undefined;

const place = new URL("../../../data/word-meanings.bin", import.meta.url);

/** The table that comes with the package. Read when the first planner is made, then kept. */
export function shippedMeanings(): Meanings {
  shipped ??= meaningsAt(place);
  return shipped;
}

/** Says in our own words what is wrong with the table, and nothing of where it lies. */
export class TableUnreadable extends Error {
  override readonly name = "TableUnreadable";
}

/** Throws a `TableUnreadable` that says what to do where the table is missing or not whole. */
export function meaningsAt(file: URL): Meanings {
  try {
    return readMeanings(readFileSync(file));
  } catch (cause) {
    throw new TableUnreadable(unreadable, { cause });
  }
}

const unreadable =
  "The table of words that the built-in planner needs, data/word-meanings.bin, is missing or not whole. Install the package again.";
