import { isBeforeTool } from "@toolcourt/contracts/internal/errors/before-the-tool";
import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type CheckedResult,
  type IncomingCall,
  isQuestion,
} from "@toolcourt/gateway/internal/pipeline/call";
import type { CallTool } from "@toolcourt/gateway/internal/pipeline/pipeline";
import type { QuarantinedResult } from "@toolcourt/gateway/internal/pipeline/quarantine";
import type { Answer, Blocked, CallMade, RawOutput } from "./answer.ts";

/** Returns a pipeline that accepts only one call, from any source. */
export function createCallOnce(callTool: CallTool): CallTool {
  let isUsed = false;
  return async (call, signal) => {
    if (isUsed) throw new Refusal("query-limit", { tool: call.tool });
    isUsed = true;
    return callTool(call, signal);
  };
}

/**
 * Returns the result of a call. No one can answer questions here, so a tool that asks is refused.
 */
export async function resultOf(
  callOnce: CallTool,
  call: IncomingCall,
  signal: AbortSignal,
): Promise<CheckedResult> {
  const output = await callOnce(call, signal);
  if (!isQuestion(output)) return output;
  throw new Refusal("interaction-required", { tool: call.tool, because: "not-declared" });
}

/** Turns a refusal into an answer. People see the quarantined output that broke its contract. */
export function refusedAnswer(
  error: unknown,
  call: CallMade,
  quarantined: (id: string) => QuarantinedResult | undefined,
): Answer {
  if (!hasCode(error, "output-invalid")) {
    return { ...blockedBy(error), call, toolRan: isCertain(error) ? "no" : "unknown" };
  }
  const { clause, issues, quarantineId } = error.details;
  const raw = quarantineId === undefined ? undefined : rawOf(quarantined(quarantineId));
  const refused = { part: "parsing", reasons: [clause], issues } as const;
  return { kind: "tool_result", call, refused, note: error.message, ...(raw && { raw }) };
}

/** An outdated plan is never sent to a tool. */
function isCertain(error: unknown): boolean {
  return isBeforeTool(error) || hasCode(error, "plan-tool-unknown");
}

/** Reports any error but a refusal as a bug, without its details. */
export function blockedBy(error: unknown): Blocked {
  const refusal = isRefusal(error) ? error : new Refusal("gateway-failed", {}, { cause: error });
  const { code, message, next } = refusal;
  return { kind: "blocked", code, message, next };
}

function rawOf(kept: QuarantinedResult | undefined): RawOutput | undefined {
  if (kept === undefined) return undefined;
  const { id: quarantineId, text, isCut, sha256 } = kept;
  return { quarantineId, text, isCut, sha256 };
}
