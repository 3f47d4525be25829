import { BusinessError, type InnerResult, isJsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { StepFailure } from "../definition/step.ts";
import type { StepEnd } from "./step-notes.ts";

/** The reason a step could not finish. The run stays at this step. */
export interface Stop {
  readonly kind:
    | "waits" /* pending approval */
    | "refused" /* by the gateway: the tool did not run, or only reads */
    | "unknown" /* the tool changes things and may have run */
    | "failed" /* by an error answer of the tool */
    | "broken" /* the workflow's code cannot handle its input */;
  readonly step: string;
  readonly tool?: string;
  /** The gateway's own code and message. Default: none. */
  readonly code?: string;
  readonly message?: string;
  /** The pending approval. Default: none. */
  readonly approval?: string;
  readonly retryable?: boolean;
}

/**
 * Thrown by a failing node. Except for its cause it holds only our own text, so it may be stored
 * and shown.
 */
export class StepStopped extends Error {
  override readonly name = "StepStopped";
  readonly stop: Stop;

  constructor(what: Stop, options?: ErrorOptions) {
    super(`Step "${what.step}" stopped: ${what.kind}.`, options);
    this.stop = what;
  }
}

/** Thrown if a run cannot be stored or read. Its cause is the underlying error. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}

/**
 * Converts any thrown value to the error that ends the step. Keeps an author's `BusinessError` as
 * it is.
 */
export function asStop(step: string, thrown: unknown): Error {
  const isKnown = [StepStopped, StoreFailed, BusinessError].some(
    (known) => thrown instanceof known,
  );
  if (isKnown && thrown instanceof Error) return thrown;
  return new StepStopped({ kind: "broken", step }, { cause: thrown });
}

/** Returns what people see of a step that did not finish. Nothing for a store that is away. */
export function stepEndOf(thrown: unknown): StepEnd | undefined {
  if (thrown instanceof StoreFailed) return undefined;
  if (thrown instanceof BusinessError) return { state: "failed", code: thrown.code };
  if (!(thrown instanceof StepStopped)) return { state: "broken" };
  const { kind: state, code: said, approval } = thrown.stop;
  return { state, code: said, approval };
}

/** The stored form of a failure. */
export const failureSchema: z.ZodType<StepFailure> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("refused"),
    code: z.string(),
    // Runs of earlier versions were stored without it.
    message: z.string().default(""),
    retryable: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("failed"), code: z.string() }),
]);

const code = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const maxCodeLength = 64;

/** Returns the error code of one of our own tools. Drops all other error content. */
export function codeIn({ structured = null }: InnerResult): string {
  const error = isJsonObject(structured) ? (own(structured, "error") ?? null) : null;
  const said = isJsonObject(error) ? own(error, "code") : undefined;
  const isCode = typeof said === "string" && said.length <= maxCodeLength && code.test(said);
  return isCode ? said : "tool-failed";
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const maxMessage = 200;

/** Returns the gateway's message on one line: a list of corrections may be long. */
export function shortened(message = ""): string {
  return message.replaceAll(hidden, " ").slice(0, maxMessage).toWellFormed();
}

/**
 * Returns the failure if a failure edge may handle it. A pending approval, an unknown outcome and a
 * canceled call do not count.
 */
export function failureOf(thrown: unknown): StepFailure | undefined {
  if (!(thrown instanceof StepStopped)) return undefined;
  const { kind, code: said, message, retryable = false } = thrown.stop;
  if (said === undefined || said === "cancelled") return undefined;
  if (kind === "refused") return { kind, code: said, message: shortened(message), retryable };
  return kind === "failed" ? { kind, code: said } : undefined;
}
