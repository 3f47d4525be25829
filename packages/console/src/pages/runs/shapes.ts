import {
  boolean,
  instant,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

export const runStates = ["running", "waits", "stopped", "done"] as const;
export type RunState = (typeof runStates)[number];

export interface Run {
  readonly id: string;
  readonly tool: string;
  readonly name: string;
  readonly userId: string | null;
  readonly tenant: string | null;
  readonly state: RunState;
  readonly code: string | null;
  readonly beganAt: number;
  readonly changedAt: number;
}

const members = {
  id: text,
  tool: text,
  name: text,
  userId: nullable(text),
  tenant: nullable(text),
  state: oneOf(runStates),
  code: nullable(text),
  beganAt: instant,
  changedAt: instant,
};

export interface RunsPageShape {
  /** The workflows of the gateway. */
  readonly tools: readonly string[];
  readonly runs: readonly Run[];
  readonly next: string | undefined;
}

export const runsPage: Read<RunsPageShape> = object<RunsPageShape>({
  tools: list(text),
  runs: list(object<Run>(members)),
  next: optional(text),
});

const stepStates = ["open", "done", "waits", "refused", "failed", "unknown", "broken"] as const;
export type StepState = (typeof stepStates)[number];

export interface Step {
  readonly name: string;
  readonly kind: "read" | "tool" | "pure";
  readonly tool: string | null;
  readonly state: StepState;
  readonly callId: string | null;
  readonly code: string | null;
  readonly approval: string | null;
  readonly at: number | null;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: "always" | "choice" | "failure";
}

export interface ShownRun extends Run {
  readonly steps: readonly Step[];
  readonly edges: readonly Edge[];
  readonly isChanged: boolean;
}

export const shownRun: Read<ShownRun> = object<ShownRun>({
  ...members,
  steps: list(
    object<Step>({
      name: text,
      kind: oneOf(["read", "tool", "pure"]),
      tool: nullable(text),
      state: oneOf(stepStates),
      callId: nullable(text),
      code: nullable(text),
      approval: nullable(text),
      at: nullable(instant),
    }),
  ),
  edges: list(object<Edge>({ from: text, to: text, kind: oneOf(["always", "choice", "failure"]) })),
  isChanged: boolean,
});
