import type { InnerCallError, InnerCallOptions, InnerCalls, InnerResult } from "@toolcourt/sdk";
import { type Blueprint, textsOf } from "../definition/blueprint.ts";
import { readResult, type ToolStep } from "../definition/step.ts";
import type { Claim, ClaimStep, Ending } from "../store/claims.ts";
import type { StepNotes } from "./step-notes.ts";
import { codeIn, StepStopped, type Stop } from "./stops.ts";

/** Capabilities that a run passes only to its tool steps. */
export interface StepDeps {
  readonly calls: InnerCalls;
  readonly claim: ClaimStep;
  readonly notes: StepNotes;
}

type Texts = Readonly<Record<string, string>>;

export interface Node<State> {
  readonly name: string;
  readonly step: ToolStep<State, unknown>;
}

/** Runs one tool step: calls its tool once through the gateway and returns the state update. */
export async function takeToolStep<State>(
  node: Node<State>,
  { blueprint, deps, state, round }: StepContext<State>,
): Promise<Texts> {
  const { name, step } = node;
  const args = step.args(state);
  const asked: InnerCallOptions = step.isRead ? { atMost: "read" } : {};
  const claim = step.isRead ? repeatable : await deps.claim(`${round}.${name}`);
  if (claim.kind === "unknown") throw stopped(node, { kind: "unknown" });
  if (claim.kind === "ended") return replay(node, claim);

  const made = noted(node.name, () => deps.calls.call(step.tool, args, asked), deps.notes);
  const result = await call(node, made, claim);
  const taken = take(node, () => textsOf(blueprint, step.take(state, readResult(result))), result);
  // The tool has run, and running it again cannot help.
  await claim.ended("error" in taken ? taken.how : { kind: "answered", ...taken });
  if ("error" in taken) throw taken.error;
  return taken.update;
}

/** Tells the id of a call, also of one that is refused. */
function noted(
  name: string,
  make: () => Promise<InnerResult>,
  { called }: StepNotes,
): () => Promise<InnerResult> {
  return async () => {
    try {
      const result = await make();
      called(name, result.callId);
      return result;
    } catch (error) {
      if (isInnerCallError(error) && error.callId !== undefined) called(name, error.callId);
      throw error;
    }
  };
}

type Taken = { readonly update: Texts } | { readonly error: unknown; readonly how: Ending };

function take<State>(node: Node<State>, update: () => Texts, result: InnerResult): Taken {
  if (result.isError) {
    const how = { kind: "failed", code: codeIn(result) } as const;
    return { error: stopped(node, how), how };
  }
  try {
    return { update: update() };
  } catch (error) {
    return { error, how: { kind: "failed" } };
  }
}

type Begun = Extract<Claim, { kind: "begun" }>;

/** A claim for repeatable steps, which need no mark. */
const repeatable: Begun = { kind: "begun", ended: () => Promise.resolve() };

export interface StepContext<State> {
  readonly blueprint: Blueprint<State>;
  readonly deps: StepDeps;
  readonly state: State;
  /** Number of earlier rounds, in any process. */
  readonly round: number;
}

/** Replays the recorded outcome of a step begun by a process that is gone. */
function replay<State>(node: Node<State>, { how }: Extract<Claim, { kind: "ended" }>): Texts {
  if (how.kind === "answered") return how.update;
  const { code } = how;
  throw stopped(node, { kind: "failed", ...(code !== undefined && { code }) });
}

async function call<State>(
  { name, step }: Node<State>,
  make: () => Promise<InnerResult>,
  claim: Begun,
): Promise<InnerResult> {
  try {
    return await make();
  } catch (error) {
    const neverRan = isInnerCallError(error) && error.neverRan;
    if (neverRan) await claim.ended({ kind: "not-run" });
    const kind = neverRan || step.isRead ? "refused" : "unknown";
    throw stopped({ name, step }, { kind, ...refusalIn(error) }, { cause: error });
  }
}

// Compared by name: a gateway installed elsewhere has its own copy of the class.
function isInnerCallError(error: unknown): error is InnerCallError {
  return (
    error instanceof Error &&
    error.name === "InnerCallError" &&
    "code" in error &&
    typeof error.code === "string"
  );
}

/** Returns the gateway's refusal. Other errors reveal nothing. */
function refusalIn(error: unknown): Partial<Stop> {
  if (!isInnerCallError(error)) return { retryable: true };
  const { code, message, retryable, approvalId } = error;
  if (code !== "approval-required") return { code, message, retryable };
  return { kind: "waits", ...(approvalId !== undefined && { approval: approvalId }) };
}

function stopped<State>(
  { name, step }: Node<State>,
  stop: Omit<Stop, "step" | "tool">,
  options?: ErrorOptions,
): StepStopped {
  return new StepStopped({ ...stop, step: name, tool: step.tool }, options);
}
