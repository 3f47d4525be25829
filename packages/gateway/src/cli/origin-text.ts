import { printable } from "../boundary/files/printable.ts";
import type { Origin } from "../config/read.ts";

/** Formats the source of a configuration value for people. */
export function originText(origin: Origin): string {
  if (origin.kind === "file") return `${origin.file}:${origin.line}`;
  return origin.kind === "variable" ? `environment ${printable(origin.name)}` : "default";
}
