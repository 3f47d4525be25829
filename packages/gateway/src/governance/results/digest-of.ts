import { hash } from "node:crypto";

/** As the audit log has it of the same answer. */
export function digestOf(output: string): string {
  return `sha256:${hash("sha256", output, "hex")}`;
}
