import { printable } from "../../boundary/files/printable.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text that stays text in XML and HTML, between tags and in attributes in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? "");
}

/**
 * Text from strangers as markup shows it. Most control characters may not stand in XML at all, not
 * even escaped, and others reorder or hide what is around them, so they are made visible first.
 */
export function foreign(text: string): string {
  return escapeMarkup(printable(text));
}
