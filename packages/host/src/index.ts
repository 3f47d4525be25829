export type {
  Answer,
  Blocked,
  CallMade,
  MoreInfo,
  PartRefused,
  RawOutput,
  ResultShown,
  ShownResult,
  SummaryShown,
} from "./answering/answer.ts";
export {
  type Asking,
  createHost,
  type Host,
  type HostEvent,
  type HostOptions,
  type ToolAccess,
} from "./answering/create-host.ts";
export { loadIndexTools } from "./compose/load-index-tools.ts";
export type { Source, Span } from "./grounding/source.ts";
export type { Rejected, Summary } from "./grounding/summary.ts";
export type { Bullet, Mode, Rejection } from "./grounding/verify.ts";
export { ModelFailure } from "./model-failure.ts";
export type { ModelOptions } from "./models/ask-model.ts";
export { createModelChooser, type ModelChooserOptions } from "./models/model-chooser.ts";
export { createModelPlanner, type ModelPlannerOptions } from "./models/model-planner.ts";
export { type HostOverrides, openHost, type ProgramOptions } from "./open-host.ts";
export type { Plan } from "./planner/plan.ts";
export type {
  ChooseQuotes,
  PlannedTool,
  PlanQuestion,
  PlanRequest,
  SummaryRequest,
} from "./ports.ts";
