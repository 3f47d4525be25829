import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Origin } from "@toolcourt/gateway/internal/config/load";

/** Formats the source of a configuration value for people. */
export function originText(origin: Origin): string {
  if (origin.kind === "file") return `${origin.file}:${origin.line}`;
  return origin.kind === "variable" ? `environment ${printable(origin.name)}` : "default";
}
