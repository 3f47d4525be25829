import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import {
  type AgentHints,
  isJsonObject,
  type JsonObject,
  own,
  type ResultMetadata,
  type ToolResult,
} from "@toolcourt/sdk";
import type { ApprovedCall, AuthorizedCall, CheckedResult } from "../call.ts";
import { isRepeatable } from "../category-defaults.ts";
import type { HintsMode } from "../stages/hint.ts";
import { repeats } from "../stages/output-clauses.ts";
import { envelopeSchema } from "./envelope-schema.ts";

/** Wraps the result of a server's tool in the envelope of our own tools. */
export function wrapResult(
  call: ApprovedCall,
  output: CheckedResult,
  { agentHints, clock }: { readonly agentHints: AgentHints; readonly clock: Clock },
): CheckedResult {
  const metadata = metadataOf(call, clock);
  const envelope = output.isError
    ? failureOf(call, { agentHints, metadata })
    : { data: dataOf(output), agentHints, metadata };
  const { structuredContent: data } = output;
  const others = output.content.filter((block) => data === undefined || !repeats(block, data));
  return enveloped({ ...output, content: others }, envelope);
}

/** Returns the envelope as structured content, and as text for clients that read nothing else. */
function enveloped(output: CheckedResult, envelope: ToolResult): CheckedResult {
  const structuredContent: JsonObject = isJsonObject(envelope) ? envelope : {};
  const text = JSON.stringify(structuredContent);
  return { ...output, content: [{ type: "text", text }, ...output.content], structuredContent };
}

// A tool without structured content answers with its blocks. One whose schema allows `null` may
// return it.
function dataOf({ structuredContent, content }: CheckedResult): unknown {
  return structuredContent === undefined ? { content } : structuredContent;
}

function failureOf(
  { registered: { contract } }: ApprovedCall,
  rest: { readonly agentHints: AgentHints; readonly metadata: ResultMetadata },
): ToolResult {
  const error = {
    class: "business" as const,
    code: "tool-failed",
    message: "The tool reported a failure; its text gives the reason.",
    retryable: isRepeatable(contract),
  };
  return { data: null, error, ...rest };
}

function metadataOf(call: ApprovedCall, clock: Clock): ResultMetadata {
  const { startedAt, registered, traceId, correlationId } = call;
  const ms = startedAt === undefined ? 0 : Math.max(0, clock.monotonic() - startedAt);
  return {
    // A tool without a version counts as older than any with one.
    toolVersion: registered.contract.terms.version ?? "0.0.0",
    timestamp: new Date(clock.now() - ms).toISOString(),
    executionTime: Math.round(ms * 1000) / 1000,
    serviceVersion: version,
    ...(isGuid(traceId) ? { traceId } : {}),
    ...(isGuid(correlationId) ? { correlationId } : {}),
    cached: false,
  };
}

// Ids come from callers. The envelope accepts only UUIDs.
function isGuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
}

/** Metadata of a cached envelope that belongs to the call that reads it. */
export const ofReader: ReadonlySet<string> = new Set(["traceId", "correlationId", "cached"]);

/** Returns an envelope without the blocks that repeat it, as the cache keeps it. */
export function withoutRepeats(output: CheckedResult): CheckedResult {
  const { structuredContent, content } = output;
  if (structuredContent === undefined) return output;
  return { ...output, content: content.filter((block) => !repeats(block, structuredContent)) };
}

/**
 * Returns a kept envelope for a later caller. It is marked as cached and carries the ids of the new
 * call, as far as `names` are declared. Its creation time and duration stay.
 */
export function asCached(
  output: CheckedResult,
  call: AuthorizedCall,
  names: ReadonlySet<string>,
): CheckedResult {
  const { structuredContent: envelope, content } = output;
  if (!isJsonObject(envelope)) return output;
  const metadata = own(envelope, "metadata");
  if (!isJsonObject(metadata)) return output;
  const structuredContent = {
    ...envelope,
    metadata: {
      // An id of another call is dropped even if this call has none to put in its place.
      ...withNames(metadata, (name) => !ofReader.has(name) || !names.has(name)),
      ...withNames({ ...idsOf(call), cached: true }, (name) => names.has(name)),
    },
  };
  const text = JSON.stringify(structuredContent);
  return { ...output, structuredContent, content: [{ type: "text", text }, ...content] };
}

function withNames(object: JsonObject, isKept: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)));
}

function idsOf({ traceId, correlationId }: AuthorizedCall): JsonObject {
  return {
    ...(isGuid(traceId) ? { traceId } : {}),
    ...(isGuid(correlationId) ? { correlationId } : {}),
  };
}

/**
 * Creates the function that lists a server's tool as it answers: with the envelope if it is on. The
 * results of a tool without an output schema have none.
 */
export function createPresent(
  hintsOf: (server: string) => HintsMode,
): (server: string, tool: JsonObject) => JsonObject {
  return (server, tool) => {
    const output = own(tool, "outputSchema");
    if (!isJsonObject(output) || hintsOf(server) !== "envelope") return tool;
    return { ...tool, outputSchema: envelopeSchema(output) };
  };
}
