import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes text for XML and HTML, both between tags and in double-quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? "");
}

/**
 * Escapes untrusted text for markup. XML forbids most control characters even when escaped. Others
 * reorder or hide the text around them, so they become visible first.
 */
export function foreign(text: string): string {
  return escapeMarkup(printable(text));
}
