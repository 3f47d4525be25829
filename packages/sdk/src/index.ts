export { canonicalJson, type NotCanonical, whyNotCanonical } from "./contract/canonical.ts";
export { type Effect, effects, type ToolContract, termsKey } from "./contract/contract.ts";
export { contractDigest, digestOf } from "./contract/digest.ts";
export {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonPrimitive,
  type JsonSchema,
  type JsonValue,
  own,
  parseJson,
} from "./contract/json.ts";
export { type Overlay, withOverlay } from "./contract/overlay.ts";
export { pointerToken, pointerTokens, valueAt } from "./contract/pointer.ts";
export { type Promotion, promotions } from "./contract/promotion.ts";
export {
  type ContractReading,
  readContract,
  type ToolSource,
  type Unreadable,
} from "./contract/read-contract.ts";
export type {
  ApprovalWish,
  Category,
  Deprecation,
  Example,
  RateLimit,
  ResponseTime,
  Terms,
} from "./contract/terms.ts";
export { toMcpTool } from "./contract/to-mcp-tool.ts";
export {
  directSubschemas,
  type Place,
  type SchemaPlace,
  strings,
  subschemas,
} from "./contract/walk.ts";
export { type SchemaIn, withoutVolatile } from "./contract/without-volatile.ts";
export { dateRange, moment } from "./fields/dates.ts";
export { type BrandedId, brandedId, CardId, DeckId, UserId } from "./fields/ids.ts";
export {
  cursor,
  cursorPage,
  limit,
  offset,
  offsetPage,
  type PageOf,
  pageOf,
} from "./fields/pages.ts";
export { type Sorting, sorting, sortOrder } from "./fields/sorting.ts";
export { storedMetadata } from "./fields/stored.ts";
export {
  createToolRegistry,
  type RegistryOptions,
  type ToolRegistry,
} from "./registry/tool-registry.ts";
export { type HintsDraft, hints } from "./result/build-hints.ts";
export { BusinessError, type BusinessErrorOptions } from "./result/business-error.ts";
export { confidence, type Signal } from "./result/confidence.ts";
export { type FailureForHints, hintsForFailure } from "./result/failure-hints.ts";
export {
  type ErrorClass,
  errorClasses,
  type Failure,
  type FailureCode,
  failureCodes,
} from "./result/failures.ts";
export {
  type ActionDependency,
  type AgentHints,
  type Alternative,
  agentHintsSchema,
  type EstimatedImpact,
  type HintWarning,
  type PreferenceAlignment,
  type RelatedResource,
  type RiskFactor,
  type SuggestedAction,
} from "./result/hints.ts";
export { type ImpactEstimate, impact } from "./result/impact.ts";
export {
  type ResultMetadata,
  resultMetadataSchema,
  type ToolError,
  type ToolFailure,
  type ToolResult,
  type ToolSuccess,
  toolErrorSchema,
  toolResultSchema,
} from "./result/tool-result.ts";
export {
  hintsForChange,
  hintsForFound,
  hintsForNothing,
  hintsForPage,
  type ShownPage,
  type Subject,
  type UsualHints,
} from "./result/usual-hints.ts";
export { type Agent, agentOf, traceIdOf } from "./tool/caller.ts";
export { type Clock, systemClock } from "./tool/clock.ts";
export { contextSchema, type HandlerContext, type ToolContext } from "./tool/context.ts";
export { defineTool } from "./tool/define-tool.ts";
export type {
  Handled,
  ParametersSchema,
  ResultSchema,
  ToolDefinition,
  ToolExample,
} from "./tool/definition.ts";
export type {
  CallClosed,
  CallOpened,
  DeprecatedUsed,
  ResultSummary,
  ToolEvent,
  ToolThrew,
} from "./tool/events.ts";
export {
  InnerCallError,
  type InnerCallErrorOptions,
  type InnerCallOptions,
  type InnerCalls,
  type InnerResult,
} from "./tool/inner-calls.ts";
export { createMetrics, type Durations, type Metrics, type ToolMetrics } from "./tool/metrics.ts";
export type { Service, Surroundings } from "./tool/surroundings.ts";
export type { Tool } from "./tool/tool.ts";
