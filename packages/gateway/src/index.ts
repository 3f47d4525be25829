export { type CommandHelp, commandHelp } from "./cli/command-help.ts";
export { printable, printableJson } from "./cli/printable.ts";
export type { Config } from "./config/config.ts";
export { configJsonSchema } from "./config/json-schema.ts";
export { loadConfig } from "./config/load.ts";
export type { ConfigSource } from "./config/read.ts";
export { catalog, type ErrorClass, type ErrorCode, type ErrorDetails } from "./errors/catalog.ts";
export { type Explanation, explanations } from "./errors/explanations.ts";
export { hasCode, isRefusal, Refusal } from "./errors/refusal.ts";
export { type Clock, systemClock } from "./kernel/clock.ts";
export { version } from "./kernel/version.ts";
export {
  createJudge,
  type JudgeBench,
  judgeTool,
  judgeTools,
  type Verdict,
} from "./registry/judge.ts";
export { readTools, type ToolEntry } from "./registry/read-tools.ts";
export { allRules } from "./registry/rules.ts";
export { type Dialect, uriOfDialect } from "./schemas/dialect.ts";
export {
  type Compilation,
  createSchemaEngine,
  type SchemaEngine,
  type SchemaEngineOptions,
  type Validate,
} from "./schemas/engine.ts";
export type { Issue } from "./schemas/issues.ts";
