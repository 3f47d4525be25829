import { hash } from "node:crypto";

/** Computes the same digest as the audit log. */
export function digestOf(output: string): string {
  return `sha256:${hash("sha256", output, "hex")}`;
}
