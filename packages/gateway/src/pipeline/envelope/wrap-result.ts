import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import {
  type AgentHints,
  isJsonObject,
  type JsonObject,
  type ResultMetadata,
  type ToolResult,
} from "@toolcourt/sdk";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import { isRepeatable } from "../category-defaults.ts";
import { repeats } from "../stages/output-clauses.ts";

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
    message: "The tool says that it failed; its text says why.",
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
export function isGuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
}
