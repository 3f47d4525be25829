import { GraphRecursionError, InvalidUpdateError } from "@langchain/langgraph";
import {
  BusinessError,
  type BusinessErrorOptions,
  canonicalJson,
  type JsonObject,
} from "@toolcourt/sdk";
import { z } from "zod";
import { StepStopped, type Stop, shortened } from "../graph/stops.ts";

/** Errors of a run that need no details. */
const messages = {
  "workflow-broken": "Two concurrent steps wrote the same key of the state.",
  "workflow-changed":
    "The workflow has changed since this run began, so the run cannot resume. Begin a new run with another workflow_run.",
  "workflow-needs-gateway":
    "A workflow calls its tools through a gateway, and this call did not come through one.",
  "workflow-run-busy": "Another call is resuming this run.",
  "workflow-run-differs":
    "The run of this name began with other params. Send those, or name another run.",
  "workflow-run-expired":
    "The run of this name has expired. Begin a new run with another workflow_run.",
  "workflow-run-ownerless":
    "The caller is unknown, so a run cannot be named: other callers could resume it.",
  "workflow-store-failed": "The store of the workflow's runs failed.",
  "workflow-too-long": "The workflow exceeds its maximum number of rounds.",
} as const;

export function runError(
  code: keyof typeof messages,
  options?: BusinessErrorOptions,
): BusinessError {
  return new BusinessError(code, messages[code], options);
}

/** Returns the error shown to the caller of an unfinished run. Uses only our own text. */
export function errorFor(thrown: unknown, run: string): unknown {
  const cause = thrown instanceof AggregateError ? firstOf(thrown) : thrown;
  if (cause instanceof StepStopped) {
    const { code, message, retryable = false } = sentences[cause.stop.kind](cause.stop, run);
    return new BusinessError(code, message.slice(0, maxLength), { cause, retryable });
  }
  if (cause instanceof GraphRecursionError) return runError("workflow-too-long", { cause });
  if (cause instanceof InvalidUpdateError) return runError("workflow-broken", { cause });
  if (cause instanceof BusinessError || isAbort(cause)) return cause;
  // Every other error that LangGraph passes on comes from the store.
  return runError("workflow-store-failed", { cause, retryable: true });
}

/** Recognizes LangGraph's errors for a canceled run. */
function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.message === "Abort" || cause.name === "AbortError");
}

/** The maximum message length of a `BusinessError`. */
const maxLength = 500;

// Of several steps stopped at once, picks the one that needs attention first.
function firstOf({ errors }: AggregateError): unknown {
  const stopped = errors.filter((error) => error instanceof StepStopped);
  return stopped.find(({ stop }) => stop.kind === "unknown") ?? stopped[0] ?? errors[0];
}

interface ErrorText extends Pick<BusinessErrorOptions, "retryable"> {
  readonly code: string;
  readonly message: string;
}

const sentences: Readonly<Record<Stop["kind"], (stop: Stop, run: string) => ErrorText>> = {
  waits: ({ step, tool, approval }, run) => ({
    code: "workflow-waits",
    message: `Step "${step}" waits for approval of its call of ${tool}${idOf(approval)}. After the approval, ${resume(run)}`,
    retryable: true,
  }),
  refused: ({ step, tool, code, message, retryable = false }, run) => ({
    code: "workflow-step-refused",
    message: `Step "${step}" could not call ${tool}: ${reasonOf(code, message)}${retryable ? ` Later, ${resume(run)}` : ""}`,
    retryable,
  }),
  unknown: ({ step, tool, code }) => ({
    code: "workflow-outcome-unknown",
    message: `Step "${step}" called ${tool}, and it is unknown whether the tool ran${code === undefined ? "" : ` (${code})`}. It is not called again. Check what it changed, then begin a new run with another workflow_run.`,
  }),
  failed: ({ step, tool }) => ({
    code: "workflow-step-failed",
    message: `Step "${step}" failed: ${tool} answered with an error.`,
  }),
  broken: ({ step }) => ({
    code: "workflow-broken",
    message: `Step "${step}" failed: the workflow cannot use its input.`,
  }),
};

function resume(run: string): string {
  return `call again with the same params and workflow_run "${run}": the run resumes at this step.`;
}

function idOf(approval: string | undefined): string {
  return approval === undefined ? "" : ` (approval ${approval})`;
}

function reasonOf(code = "the call failed", message = ""): string {
  const line = shortened(message);
  return line === "" ? `${code}.` : line;
}

const kept = z.object({ digest: z.string(), params: z.record(z.string(), z.json()) });

/** Refuses to resume a run with other params or in another graph. */
export function checkSame(run: string, digest: string, params: JsonObject): void {
  const began = kept.parse(JSON.parse(run));
  const isSame = canonicalJson(began.params) === canonicalJson(params);
  if (!isSame) throw runError("workflow-run-differs");
  if (began.digest !== digest) throw runError("workflow-changed");
}
