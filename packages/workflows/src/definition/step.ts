import { type InnerResult, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";

/** A tool's answer as a step receives it: checked and redacted by the gateway, like any answer. */
export type StepResult = InnerResult & Readonly<ReturnType<typeof readerOf>>;

/** Calls one fixed tool. The only kind of step with outside effects. */
export interface ToolStep<State, Update> {
  readonly kind: "tool";
  /** The tool's name as callers of the gateway know it. */
  readonly tool: string;
  /** Whether the tool may be called again if it is unknown whether it ran. */
  readonly isRead: boolean;
  readonly args: (state: State) => JsonObject;
  readonly take: (state: State, result: StepResult) => Update;
}

/** Computes from the state alone. */
export interface PureStep<State, Update> {
  readonly kind: "pure";
  readonly compute: (state: State) => Update;
}

export type Step<State, Update> = ToolStep<State, Update> | PureStep<State, Update>;

type MakePureStep<State, Update> = (
  compute: PureStep<State, Update>["compute"],
) => PureStep<State, Update>;

type MakeToolStep<State, Update> = (
  tool: string,
  args: ToolStep<State, Update>["args"],
  take: ToolStep<State, Update>["take"],
) => ToolStep<State, Update>;

/** The kinds of steps. A workflow consists of these only. */
export class StepKinds<State, Update> {
  /**
   * Calls a read-only tool. It is called again if the process dies during the call. A read-only
   * workflow may use only these.
   */
  readonly readStep: MakeToolStep<State, Update> = (tool, args, take) =>
    made({ kind: "tool", tool, isRead: true, args, take });
  /**
   * Calls any tool. It is not called again if the process dies during the call: its effect is
   * unknown.
   */
  readonly toolStep: MakeToolStep<State, Update> = (tool, args, take) =>
    made({ kind: "tool", tool, isRead: false, args, take });
  readonly pureStep: MakePureStep<State, Update> = (compute) => made({ kind: "pure", compute });
}

/** The steps made here. Lookalike objects are rejected. */
const genuine = new WeakSet<object>();

function made<Made extends object>(step: Made): Made {
  const frozen = Object.freeze(step);
  genuine.add(frozen);
  return frozen;
}

export function isStep(value: unknown): boolean {
  return typeof value === "object" && value !== null && genuine.has(value);
}

/** The reason a step failed, for graphs with a failure edge. */
export type StepFailure =
  /** The gateway refused the call, or a read-only tool gave no answer. */
  | {
      readonly kind: "refused";
      readonly code: string;
      /** The gateway's own sentence, shortened. A denial names the role that would help. */
      readonly message: string;
      readonly retryable: boolean;
    }
  /** The tool answered with an error: its own code, or `tool-failed` if it has none. */
  | { readonly kind: "failed"; readonly code: string };

/** Failures by step name. Cleared when the step succeeds later. */
export type Failures = Readonly<Record<string, StepFailure | undefined>>;

/** An answer that does not fit its step. Never contains the answer. */
class ResultUnfit extends Error {
  override readonly name = "ResultUnfit";
}

export function readResult(result: InnerResult): StepResult {
  return Object.freeze({ ...result, ...readerOf(result) });
}

function readerOf(result: InnerResult) {
  /**
   * Parses the structured answer, or the text if there is none. Fails the step if the schema
   * rejects it.
   */
  const read = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const reading = z.safeParse(schema, result.structured ?? textIn(result));
    if (!reading.success) throw new ResultUnfit("It does not fit.", { cause: reading.error });
    return reading.data;
  };
  return { read };
}

/** Returns the text of an answer without structured content. */
function textIn({ content }: InnerResult): string {
  const texts = content.flatMap((block) => {
    const text = isJsonObject(block) && own(block, "type") === "text" ? own(block, "text") : "";
    return typeof text === "string" && text !== "" ? [text] : [];
  });
  return texts.join("\n");
}
