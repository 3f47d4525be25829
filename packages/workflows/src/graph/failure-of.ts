import { type InnerResult, isJsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { StepFailure } from "../definition/failure.ts";
import { StepStopped } from "./stops.ts";

/** The stored form of a failure. */
export const failureSchema: z.ZodType<StepFailure> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("refused"), code: z.string(), retryable: z.boolean() }),
  z.strictObject({ kind: z.literal("failed"), code: z.string() }),
]);

const code = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const longestCode = 64;

/** Returns the error code of one of our own tools. Drops all other error content. */
export function codeIn({ structured = null }: InnerResult): string {
  const error = isJsonObject(structured) ? (own(structured, "error") ?? null) : null;
  const said = isJsonObject(error) ? own(error, "code") : undefined;
  const isCode = typeof said === "string" && said.length <= longestCode && code.test(said);
  return isCode ? said : "tool-failed";
}

/**
 * Returns the failure if a failure edge may handle it. A pending approval, an unknown outcome and a
 * canceled call do not count.
 */
export function failureOf(thrown: unknown): StepFailure | undefined {
  if (!(thrown instanceof StepStopped)) return undefined;
  const { kind, code: said, retryable = false } = thrown.stop;
  if (said === undefined || said === "cancelled") return undefined;
  if (kind === "refused") return { kind, code: said, retryable };
  return kind === "failed" ? { kind, code: said } : undefined;
}
