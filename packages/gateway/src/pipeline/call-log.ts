import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { followedBy, type OfCall, type ResultSummary } from "../telemetry/event-fields.ts";
import type { Logger } from "../telemetry/events.ts";
import { projectionOf } from "./argument-projection.ts";
import type { IncomingCall } from "./call.ts";
import { type FindTool, isResolved } from "./count-calls.ts";
import { idsOf } from "./ids-of.ts";
import type { Outcome } from "./pipeline.ts";
import { stageOf } from "./stage-of.ts";
import type { CallWatcher, EndedCall } from "./watch-calls.ts";

/** The facts reported with every error. */
export interface FailedCall {
  readonly callId: string;
  readonly traceId: string;
  readonly correlationId: string;
  readonly code: string;
}

export interface CallLogDeps {
  readonly log: Logger["log"];
  /** Whether lines about successful calls are logged. */
  readonly isRead: boolean;
  readonly find: FindTool;
  /** Whether only ids and digests may be logged for a tool. */
  readonly isTerse: (tool: RegisteredTool) => boolean;
  /** Keeps an error's stack where access is restricted. Default: dropped. */
  readonly keepStack?: ((error: unknown, failed: FailedCall) => void) | undefined;
}

const maxTextLength = 128;

/** Logs the outcome of calls. Never their values: requests and answers stay out of the log. */
export function logCalls(dependencies: CallLogDeps): CallWatcher {
  const { log, isRead, find, isTerse, keepStack } = dependencies;

  const opened = (call: IncomingCall): void => {
    const tool = find(call.tool);
    const only = tool !== undefined && isTerse(tool) ? "digests" : undefined;
    log("call.opened", {
      ...factsOf(call, tool),
      stage: "opened",
      status: "started",
      arguments: projectionOf(call.arguments, tool?.contract.input, only),
    });
  };
  const closed = (ended: EndedCall): void => {
    const { call, outcome, ending, ms } = ended;
    const tool = toolOf(call, find);
    const isOnlyIds = tool !== undefined && isTerse(tool);
    const summary = outcome.kind === "answered" && { result: summaryOf(outcome, isOnlyIds) };
    log("call.closed", {
      ...factsOf(call, tool),
      stage: stageOf(call, outcome),
      status: ending.status,
      outcome: outcomeOf(ended),
      ms: Math.round(ms),
      ...(ending.error && { error: ending.error }),
      ...summary,
    });
  };

  return {
    ...(isRead && { opened }),
    closed: (ended) => {
      if (isRead) closed(ended);
      const { call, outcome, ending } = ended;
      if (outcome.kind !== "refused" || ending.error?.class !== "system") return;
      const { code } = ending.error;
      const { callId, traceId, correlationId } = call;
      keepStack?.(outcome.error, { callId, traceId, correlationId, code });
      if (code !== "gateway-failed") return;
      const facts = factsOf(call, toolOf(call, find));
      const kept = keepStack === undefined ? "nowhere" : "in the file of stacks";
      log("call.failed", { ...facts, stage: stageOf(call, outcome), status: "refused", kept });
    },
  };
}

function toolOf(call: IncomingCall, find: FindTool): RegisteredTool | undefined {
  return isResolved(call) ? call.registered : find(call.tool);
}

type Facts = Omit<OfCall, "stage" | "status"> & { readonly tool: string };

function factsOf(call: IncomingCall, tool: RegisteredTool | undefined): Facts {
  // The printer escapes the name. Here we only limit its length.
  return { ...followedBy(idsOf(call, tool)), tool: call.tool.slice(0, maxTextLength) };
}

function outcomeOf({ ending }: EndedCall): string {
  return ending.status === "refused" ? (ending.error?.code ?? "refused") : ending.status;
}

/** Summarizes an answer. In terse mode it counts nothing inside it. */
function summaryOf(
  { output, fromCache, untyped }: Extract<Outcome, { kind: "answered" }>,
  isOnlyIds: boolean,
): ResultSummary {
  const { content, structuredContent, isError } = output;
  const answer: JsonObject = {
    content,
    isError,
    ...(structuredContent !== undefined && { structuredContent }),
  };
  const text = JSON.stringify(answer);
  const digest = { sha256: hash("sha256", text, "hex"), bytes: Buffer.byteLength(text) };
  if (isOnlyIds) return digest;
  const shape = { blocks: content.length, hasData: structuredContent !== undefined, fromCache };
  return { ...digest, ...shape, ...(untyped && { untyped }) };
}

/** Warns about each call of a deprecated tool. */
export function warnOfDeprecated(log: Logger["log"]): CallWatcher {
  return {
    closed: ({ call, outcome, ending }) => {
      if (!isResolved(call)) return;
      const { contract, publicName } = call.registered;
      const { deprecated } = contract.terms;
      if (deprecated === undefined) return;
      log("tool.deprecated-used", {
        ...followedBy(idsOf(call, call.registered)),
        stage: stageOf(call, outcome),
        status: ending.status,
        tool: publicName,
        server: contract.server,
        // Both are untrusted text.
        replacement: deprecated.replacement.slice(0, maxTextLength),
        removalDate: deprecated.removalDate.slice(0, maxTextLength),
      });
    },
  };
}
