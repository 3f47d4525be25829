import { printable } from "../boundary/files/printable.ts";
import type { Origin } from "../config/read.ts";

/** Where a value of the configuration comes from, as people read it. */
export function originText(origin: Origin): string {
  if (origin.kind === "file") return `${origin.file}:${origin.line}`;
  return origin.kind === "variable" ? `environment ${printable(origin.name)}` : "default";
}
