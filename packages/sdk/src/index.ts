export {
  canonicalJson,
  contractDigest,
  digestOf,
  type NotCanonical,
  whyNotCanonical,
} from "./contract/canonical.ts";
export type {
  ApprovalWish,
  Category,
  Deprecation,
  Example,
  RateLimit,
  ResponseTime,
  Terms,
} from "./contract/contract.ts";
export {
  type Effect,
  effects,
  type Promotion,
  promotions,
  type ToolContract,
  termsKey,
} from "./contract/contract.ts";
export { type DeclaredEnvelope, dataSchemaIn, envelopeIn } from "./contract/envelope.ts";
export {
  type ArgumentMark,
  type ArgumentMarks,
  type FieldOrigin,
  fieldOrigins,
  type Reach,
  type ResultMark,
  type ResultMarks,
  type Role,
  reaches,
  roles,
  type Sensitivity,
  sensitivities,
} from "./contract/flow.ts";
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
export { type Overlay, toMcpTool, withMarksInTerms, withOverlay } from "./contract/overlay.ts";
export { areMarks, strayPointers } from "./contract/overlay-marks.ts";
export { pointerToken, pointerTokens, valueAt } from "./contract/pointer.ts";
export {
  type ContractReading,
  readContract,
  type ToolSource,
  type Unreadable,
} from "./contract/read-contract.ts";
export { readTerms, type TermsProblem, type TermsReading } from "./contract/read-terms.ts";
export {
  directSubschemas,
  type Place,
  type SchemaPlace,
  strings,
  subschemas,
} from "./contract/walk.ts";
export { type SchemaIn, withoutVolatile } from "./contract/without-volatile.ts";
export {
  type BrandedId,
  brandedId,
  CardId,
  cursor,
  cursorPage,
  DeckId,
  dateRange,
  limit,
  moment,
  offset,
  offsetPage,
  type PageOf,
  pageOf,
  type Sorting,
  sorting,
  sortOrder,
  storedMetadata,
  UserId,
} from "./fields/fields.ts";
export type { ArgumentFlow } from "./flow/argument-at.ts";
export { type ArgumentGuess, argumentGuesses } from "./flow/argument-guesses.ts";
export { type Flow, flowOf } from "./flow/flow-of.ts";
export { type FlowPlaces, flowPlaces } from "./flow/flow-places.ts";
export type { ResultFlow } from "./flow/result-at.ts";
export { type ResultGuess, resultGuesses } from "./flow/result-guesses.ts";
export { ToolRefused } from "./registry/tool-refused.ts";
export {
  createToolRegistry,
  type RegistryOptions,
  type ToolRegistry,
} from "./registry/tool-registry.ts";
export {
  confidence,
  type FailureForHints,
  type HintsDraft,
  type HintsOverrides,
  hints,
  hintsForChange,
  hintsForFailure,
  hintsForFound,
  hintsForNothing,
  hintsForPage,
  type ImpactEstimate,
  impact,
  type ShownPage,
  type Signal,
  type Subject,
} from "./result/build-hints.ts";
export { BusinessError, type BusinessErrorOptions } from "./result/business-error.ts";
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
export { type Agent, agentOf, traceIdOf } from "./tool/caller.ts";
export { contextSchema, type HandlerContext, type ToolContext } from "./tool/context.ts";
export { defineTool } from "./tool/define-tool.ts";
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
export {
  type CallOfContext,
  type ContextSeal,
  contextKeyVariable,
  contextMetaKey,
  minContextKeyLength,
  type PassedContext,
  signContext,
} from "./tool/passed-context.ts";
export type { Service, Surroundings } from "./tool/surroundings.ts";
export { type Clock, systemClock } from "./tool/surroundings.ts";
export type {
  Handled,
  ParametersSchema,
  ResultSchema,
  Tool,
  ToolDefinition,
  ToolExample,
} from "./tool/tool.ts";
export type { TargetAnswer, TargetRequest, ToolEgress } from "./tool/tool-egress.ts";
export {
  type RunEdge,
  type RunState,
  type RunStep,
  type RunSummary,
  type RunsPage,
  runStates,
  type ShownRun,
  type ToolRuns,
} from "./tool/tool-runs.ts";
