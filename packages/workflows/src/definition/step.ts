import type { InnerResult, JsonObject } from "@toolcourt/sdk";
import type { z } from "zod";

/** What a step gets of the answer of its tool: checked and redacted by the gateway, like any answer. */
export interface StepResult extends InnerResult {
  /**
   * What the tool said, in a type. Takes the structured answer, or the text where there is none. Fails
   * the step if the schema does not accept it.
   */
  readonly read: <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>;
}

/** Calls one tool, always the same one. It is what a workflow can do to the world. */
export interface ToolStep<State, Update> {
  readonly kind: "tool";
  /** The name that callers of the gateway know the tool by. */
  readonly tool: string;
  /** Whether the tool may be called again where nobody knows if it was called. */
  readonly isRead: boolean;
  readonly args: (state: State) => JsonObject;
  readonly take: (state: State, result: StepResult) => Update;
}

/** Computes. Gets the state and nothing else. */
export interface PureStep<State, Update> {
  readonly kind: "pure";
  readonly compute: (state: State) => Update;
}

export type Step<State, Update> = ToolStep<State, Update> | PureStep<State, Update>;

/** The steps that there are. A workflow is made of these and of nothing else. */
export interface StepKinds<State, Update> {
  /**
   * Calls a tool that reads. Where the process dies in the middle, it is called again.
   * Only such steps are open to a workflow that changes nothing.
   */
  readonly readStep: MakeToolStep<State, Update>;
  /** Calls any tool. Where the process dies in the middle, it is not called again: nobody knows what it did. */
  readonly toolStep: MakeToolStep<State, Update>;
  readonly pureStep: (compute: PureStep<State, Update>["compute"]) => PureStep<State, Update>;
}

type MakeToolStep<State, Update> = (
  tool: string,
  args: ToolStep<State, Update>["args"],
  take: ToolStep<State, Update>["take"],
) => ToolStep<State, Update>;

export function stepKinds<State, Update>(): StepKinds<State, Update> {
  return {
    readStep: (tool, args, take) => made({ kind: "tool", tool, isRead: true, args, take }),
    toolStep: (tool, args, take) => made({ kind: "tool", tool, isRead: false, args, take }),
    pureStep: (compute) => made({ kind: "pure", compute }),
  };
}

/** The steps that were made here: what merely looks like one is none. */
const genuine = new WeakSet<object>();

function made<Made extends object>(step: Made): Made {
  const frozen = Object.freeze(step);
  genuine.add(frozen);
  return frozen;
}

export function isStep(value: unknown): boolean {
  return typeof value === "object" && value !== null && genuine.has(value);
}
