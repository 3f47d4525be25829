export { printable, printableJson } from "./boundary/files/printable.ts";
export { type CommandHelp, commandHelp } from "./cli/command-help.ts";
export type { Config } from "./config/config.ts";
export { configJsonSchema } from "./config/json-schema.ts";
export { loadConfig } from "./config/load.ts";
export type { ConfigSource } from "./config/read.ts";
export {
  createJudge,
  type JudgeBench,
  judgeTool,
  judgeTools,
  type Verdict,
} from "./contracts/judge/judge.ts";
export { readTools, type ToolEntry } from "./contracts/judge/read-tools.ts";
export { allRules } from "./contracts/judge/rules.ts";
export { type Dialect, uriOfDialect } from "./contracts/schemas/dialect.ts";
export {
  type Compilation,
  createSchemaEngine,
  type SchemaEngine,
  type SchemaEngineOptions,
  type Validate,
} from "./contracts/schemas/engine.ts";
export type { Issue } from "./contracts/schemas/issues.ts";
export {
  catalog,
  type ErrorClass,
  type ErrorCode,
  type ErrorDetails,
} from "./foundation/errors/catalog.ts";
export { type Explanation, explanations } from "./foundation/errors/explanations.ts";
export { hasCode, isRefusal, Refusal } from "./foundation/errors/refusal.ts";
export { type Clock, systemClock } from "./foundation/kernel/clock.ts";
export { version } from "./foundation/kernel/version.ts";
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
} from "./host/answer.ts";
export {
  type Asking,
  createHost,
  type Host,
  type HostEvent,
  type HostLine,
  type HostOptions,
} from "./host/create-host.ts";
export type { Source, Span } from "./host/grounding/source.ts";
export type { Rejected, Summary } from "./host/grounding/summary.ts";
export type { Bullet, Mode, Rejection } from "./host/grounding/verify.ts";
export type { ModelOptions } from "./host/models/ask-model.ts";
export { createModelChooser, type ModelChooserOptions } from "./host/models/model-chooser.ts";
export { ModelFailure } from "./host/models/model-failure.ts";
export { createModelPlanner, type ModelPlannerOptions } from "./host/models/model-planner.ts";
export type { Plan } from "./host/planner/plan.ts";
export type {
  ChooseQuotes,
  PlannedTool,
  PlanQuestion,
  PlanRequest,
  SummaryRequest,
} from "./host/ports.ts";
export { type HostPlace, type HostWishes, openHost } from "./open-host.ts";
