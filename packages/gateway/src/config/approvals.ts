import { z } from "zod";
import { age } from "./duration.ts";
import { fullText, keysAndValues, wholeBetween } from "./pieces.ts";

export const approvalsSchema = z.strictObject(
  {
    key: fullText.default(".toolcourt/approvals.key"),
    approvers: wholeBetween("a whole number", 1, 10).default(1),
    retain_for: age.prefault("P90D"),
  },
  keysAndValues,
);

export interface ApprovalsConfig {
  /** Path of the key file, as written. */
  readonly key: string;
  /** Number of approvers for a destructive tool with operator approval. */
  readonly approvers: number;
  /** Retention of decided requests. */
  readonly retainForMs: number;
}

export function toApprovals(file: z.output<typeof approvalsSchema>): ApprovalsConfig {
  return { key: file.key, approvers: file.approvers, retainForMs: file.retain_for };
}
