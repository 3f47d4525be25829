import { z } from "zod";
import { age } from "./duration.ts";
import { type NotifyConfig, notifySchema, toNotify } from "./notify.ts";
import { choice, fullText, keysAndValues, wholeBetween } from "./pieces.ts";
import type { Environment } from "./variables.ts";

export const approvalsSchema = z.strictObject(
  {
    key: fullText.default(".toolcourt/approvals.key"),
    approvers: wholeBetween("a whole number", 1, 10).default(1),
    retain_for: age.prefault("P90D"),
    waiting: choice(["refuse", "task"]).default("refuse"),
    notify: notifySchema.default([]),
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
  /** What a caller that takes tasks gets while its call waits. Default: a refusal. */
  readonly waiting?: "refuse" | "task";
  /** Who is told about new requests. Default: none. */
  readonly notify?: readonly NotifyConfig[];
}

export function toApprovals(
  { key, approvers, retain_for: retainForMs, waiting, notify }: z.output<typeof approvalsSchema>,
  environment: Environment,
): ApprovalsConfig {
  return { key, approvers, retainForMs, waiting, notify: toNotify(notify, environment) };
}
