import type { HistoryEntry } from "./history-store.ts";
import { numberOf, type Row, textOf } from "./rows.ts";

/** The name in a database. JSON keeps zero bytes and half characters apart, which text may not. */
export function storedName(history: string): string {
  return JSON.stringify(history);
}

export function readHistoryEntry(row: Row): HistoryEntry {
  return {
    position: numberOf(row, "position"),
    at: numberOf(row, "at"),
    body: textOf(row, "body"),
  };
}
