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
export { step, stepsOf, valueAt } from "./contract/pointer.ts";
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
