import { readFileSync } from "node:fs";
import { type Meanings, readMeanings } from "./meanings.ts";

let shipped: Meanings | undefined;

const place = new URL("../../data/word-meanings.bin", import.meta.url);

/**
 * Returns the table shipped with the package. Read when the first planner is created, then cached.
 */
export function shippedMeanings(): Meanings {
  shipped ??= meaningsAt(place);
  return shipped;
}

/** Explains what is wrong with the table, in our own words and without its path. */
export class TableUnreadable extends Error {
  override readonly name = "TableUnreadable";
}

/** Reads a table. Throws a `TableUnreadable` with a remedy if it is missing or incomplete. */
export function meaningsAt(file: URL): Meanings {
  try {
    return readMeanings(readFileSync(file));
  } catch (cause) {
    throw new TableUnreadable(unreadable, { cause });
  }
}

const unreadable =
  "The table of words that the built-in planner needs, data/word-meanings.bin, is missing or not whole. Install the package again.";
