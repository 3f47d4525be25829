export { END, START } from "@langchain/langgraph";
export { defineWorkflow } from "./define-workflow.ts";
export type { StateOf, UpdateOf, WorkflowDefinition } from "./definition/definition.ts";
export type { Flow } from "./definition/flow.ts";
export type {
  Failures,
  PureStep,
  Step,
  StepFailure,
  StepKinds,
  StepResult,
  ToolStep,
} from "./definition/step.ts";
export { memoryRuns } from "./store/memory-runs.ts";
export { postgresRuns } from "./store/postgres-runs.ts";
export type { OldMarks, Retention, RetentionOptions, RunStore, Sweeps } from "./store/run-store.ts";
