export { catalog, type ErrorCode, type ErrorDetails } from "./errors/catalog.ts";
export { isRefusal, Refusal } from "./errors/refusal.ts";
export { version } from "./kernel/version.ts";
export { judgeTool, judgeTools, type Verdict } from "./registry/judge.ts";
export { readTools, type ToolEntry } from "./registry/read-tools.ts";
export { allRules } from "./registry/rules.ts";
