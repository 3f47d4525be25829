import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import type { Terminal } from "./terminal.ts";
import { unknown } from "./unknown.ts";

/** Longer lists do not help. */
const maxNames = 20;

/** Suggests the nearest tool, or lists the available ones. */
export function suggestTool(name: string, { tools }: Snapshot, terminal: Terminal): void {
  const names = [...tools.keys()];
  if (names.length === 0 || tools.has(name)) return;
  const { nearest } = unknown(name, names);
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
  const all = `The tools here: ${names.slice(0, maxNames).join(", ")}${rest}.`;
  terminal.err(printable(nearest === undefined ? all : `Did you mean ${nearest}?`));
}
