export {
  type ComparisonOptions,
  compareSchemas,
  type SchemaChange,
  type SchemaComparison,
} from "./comparison/compare-schemas.ts";
export { compareTools, type ToolComparison } from "./comparison/compare-tools.ts";
export { classifyDrift, type Difference, type Drift } from "./drift/classify.ts";
export { catalog, type ErrorClass, type ErrorCode, type ErrorDetails } from "./errors/catalog.ts";
export { type Explanation, explanations } from "./errors/explanations.ts";
export { hasCode, isRefusal, Refusal } from "./errors/refusal.ts";
export {
  createGenerator,
  type GeneratorOptions,
  type ValueGenerator,
} from "./generation/create-generator.ts";
export {
  createJudge,
  type JudgeOptions,
  judgeTool,
  judgeTools,
  type Verdict,
} from "./judge/judge.ts";
export { readTools, type ToolEntry } from "./judge/read-tools.ts";
export { allRules } from "./judge/rules.ts";
export { type Clock, systemClock } from "./kernel/clock.ts";
export type { Runtime } from "./kernel/runtime.ts";
export { version } from "./kernel/version.ts";
export { compareLock, type LockComparison, type LockDifference } from "./lock/compare-lock.ts";
export { emptyLock, formatLock, type Lock, type LockedTool } from "./lock/lock.ts";
export { parseLock } from "./lock/parse-lock.ts";
export { type Revising, reviseTools, type TwoLists } from "./revisions/revise-tools.ts";
export type { Revision } from "./revisions/revision.ts";
export { type Dialect, uriOfDialect } from "./schemas/dialect.ts";
export {
  type Compilation,
  createSchemaEngine,
  type SchemaEngine,
  type SchemaEngineOptions,
  type Validate,
} from "./schemas/engine.ts";
export type { Issue } from "./schemas/issues.ts";
