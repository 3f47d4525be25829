import { GraphRecursionError, InvalidUpdateError } from "@langchain/langgraph";
import { BusinessError, type BusinessErrorOptions } from "@toolcourt/sdk";
import { StepStopped, type Stop } from "../graph/stops.ts";

/** Returns the error shown to the caller of an unfinished run. Uses only our own text. */
export function told(thrown: unknown, run: string): unknown {
  const cause = thrown instanceof AggregateError ? firstOf(thrown) : thrown;
  if (cause instanceof StepStopped) {
    const { code, message, retryable = false } = sentences[cause.stop.kind](cause.stop, run);
    return new BusinessError(code, message.slice(0, maxLength), { cause, retryable });
  }
  if (cause instanceof GraphRecursionError) return new BusinessError(...tooLong, { cause });
  if (cause instanceof InvalidUpdateError) return new BusinessError(...atOdds, { cause });
  if (cause instanceof BusinessError || isAbort(cause)) return cause;
  // Every other error that LangGraph passes on comes from the store.
  return new BusinessError(...storeFailed, { cause, retryable: true });
}

/** Recognizes LangGraph's errors for a canceled run. */
function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.message === "Abort" || cause.name === "AbortError");
}

const atOdds = [
  "workflow-broken",
  "Two steps side by side wrote down the same key of the state.",
] as const;

const storeFailed = [
  "workflow-store-failed",
  "The runs of the workflow cannot be read or kept at the moment.",
] as const;

const tooLong = [
  "workflow-too-long",
  "The workflow takes more rounds of steps than it may.",
] as const;

/** The maximum message length of a `BusinessError`. */
const maxLength = 500;

// Of several steps stopped at once, picks the one that needs attention first.
function firstOf({ errors }: AggregateError): unknown {
  const stopped = errors.filter((error) => error instanceof StepStopped);
  return stopped.find(({ stop }) => stop.kind === "unknown") ?? stopped[0] ?? errors[0];
}

interface Told extends Pick<BusinessErrorOptions, "retryable"> {
  readonly code: string;
  readonly message: string;
}

const sentences: Readonly<Record<Stop["kind"], (stop: Stop, run: string) => Told>> = {
  waits: ({ step, tool, approval }, run) => ({
    code: "workflow-waits",
    message: `Step "${step}" waits until somebody approves its call of ${tool}${idOf(approval)}. When that is done, ${goOn(run)}`,
    retryable: true,
  }),
  refused: ({ step, tool, code, message, retryable = false }, run) => ({
    code: "workflow-step-refused",
    message: `Step "${step}" could not call ${tool}: ${said(code, message)}${retryable ? ` Later, ${goOn(run)}` : ""}`,
    retryable,
  }),
  unknown: ({ step, tool, code }) => ({
    code: "workflow-outcome-unknown",
    message: `Step "${step}" called ${tool}, and whether it ran is not known${code === undefined ? "" : ` (${code})`}. It is not called again. Look at what it has changed, then begin a new run under another workflow_run.`,
  }),
  failed: ({ step, tool }) => ({
    code: "workflow-step-failed",
    message: `Step "${step}" failed: ${tool} answered with an error.`,
  }),
  broken: ({ step }) => ({
    code: "workflow-broken",
    message: `Step "${step}" failed: the workflow cannot work with what it got there.`,
  }),
};

function goOn(run: string): string {
  return `call again with the same params and workflow_run "${run}": the run goes on at this step.`;
}

function idOf(approval: string | undefined): string {
  return approval === undefined ? "" : ` (approval ${approval})`;
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const maxSaid = 200;

/**
 * Returns the gateway's own message, truncated: a long list of corrections may exceed the limit.
 */
function said(code = "the call failed", message = ""): string {
  const line = message.replaceAll(hidden, " ").slice(0, maxSaid).toWellFormed();
  return line === "" ? `${code}.` : line;
}
