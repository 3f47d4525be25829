import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { type PushConfig, pushProblems, pushSchema, toPush } from "./audit-push.ts";
import { isInMemory, problem } from "./entries.ts";
import { choice, fullText, keysAndValues, trueOrFalse } from "./pieces.ts";
import type { Environment } from "./variables.ts";

export const auditSchema = z.strictObject(
  {
    key: fullText.default(".toolcourt/audit.key"),
    checkpoints: z.exactOptional(fullText),
    mirror_file: z.exactOptional(fullText),
    must_reach: choice(["any", "all"]).default("any"),
    receipts: trueOrFalse.default(false),
    push: pushSchema.default([]),
  },
  keysAndValues,
);

/** Paths are as written. */
export interface AuditConfig {
  readonly key: string;
  readonly checkpoints?: string;
  readonly mirrorFile?: string | undefined;
  readonly mustReach: "any" | "all";
  /** Whether answers name the row that records them. Default: no. */
  readonly receipts?: boolean;
  /** Where the rows are sent as well. Default: nowhere. */
  readonly push?: readonly PushConfig[];
}

export function toAudit(file: z.output<typeof auditSchema>, environment: Environment): AuditConfig {
  const { mirror_file: mirrorFile, must_reach: mustReach, push, ...same } = file;
  return { ...same, mirrorFile, mustReach, push: toPush(push, environment) };
}

export function* auditProblems(config: JsonObject, environment: Environment): Generator<Problem> {
  const audit = own(config, "audit");
  if (!isJsonObject(audit)) return;
  if (own(audit, "must_reach") === "all" && own(audit, "mirror_file") === undefined) {
    const message = "The log has one destination; name a second one in `mirror_file`.";
    yield problem(["audit", "must_reach"], message);
  }
  yield* pushProblems(audit, environment);
  if (!isInMemory(config)) return;
  for (const key of Object.keys(audit)) {
    yield problem(["audit", key], "There is no audit log while `stores.url` is memory:.", "key");
  }
}
