import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import {
  type CallOfTool,
  followedBy,
  placeOf,
  type ResultSummary,
} from "../telemetry/event-fields.ts";
import type { FieldsOf, Logger } from "../telemetry/events.ts";
import { parameterNames, projectionOf } from "./argument-projection.ts";
import { type IncomingCall, isResolved } from "./call.ts";
import { idsOf } from "./ids-of.ts";
import type { Outcome } from "./outcome.ts";
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
  /** Whether the start and the end of calls are logged. */
  readonly isRead: boolean;
  /** Whether the end of a failed or refused call is logged even so. Default: off. */
  readonly isWarning?: boolean;
  /**
   * Whether their lines also have digests, sizes and shapes, which cost a hash of the whole result.
   * Default: off.
   */
  readonly isDetailed?: boolean;
  /** Whether they name the parameters, which lines of text do not show. Default: on. */
  readonly isNaming?: boolean;
  /** Keeps an error's stack where access is restricted. Default: dropped. */
  readonly keepStack?: ((error: unknown, failed: FailedCall) => void) | undefined;
}

const maxTextLength = 128;

/** Logs the outcome of calls. Never their values: requests and answers stay out of the log. */
export function logCalls(dependencies: CallLogDeps): CallWatcher {
  const { log, isRead, isWarning = false, isDetailed = false } = dependencies;

  const opened = (call: IncomingCall): void => {
    const given = givenIn(call, dependencies);
    const fields = factsOf(call, "opened", "started");
    log("call.opened", given === undefined ? fields : { ...fields, ...given });
  };
  const closed = (ended: EndedCall): void => {
    const { call, outcome, ending, ms } = ended;
    const isOnlyIds = call.plan?.isTerse === true;
    log("call.closed", {
      ...factsOf(call, stageOf(call, outcome), ending.status),
      outcome: outcomeOf(ended),
      ms: Math.round(ms),
      ...(ending.error && { error: ending.error }),
      ...(outcome.kind === "answered" && {
        result: { ...(isDetailed && digestOf(outcome)), ...(!isOnlyIds && shapeOf(outcome)) },
      }),
    });
  };

  return {
    ...(isRead && { opened }),
    closed: (ended) => {
      if (isRead || (isWarning && ended.ending.error !== undefined)) closed(ended);
      logStack(ended, dependencies);
    },
  };
}

/** Keeps the stack of a failure of the machinery, and logs a bug of ours. */
function logStack(
  { call, outcome, ending }: EndedCall,
  { log, keepStack }: Pick<CallLogDeps, "log" | "keepStack">,
): void {
  if (outcome.kind !== "refused" || ending.error?.class !== "system") return;
  const { code } = ending.error;
  const { callId, traceId, correlationId } = call;
  keepStack?.(outcome.error, { callId, traceId, correlationId, code });
  if (code !== "gateway-failed") return;
  const kept = keepStack === undefined ? "nowhere" : "in the file of stacks";
  log("call.failed", { ...factsOf(call, stageOf(call, outcome), "refused"), kept });
}

/** Returns what a line says about arguments, without their values. Undefined if it is nothing. */
function givenIn(
  { arguments: given, plan }: IncomingCall,
  { isDetailed, isNaming }: CallLogDeps,
): Partial<FieldsOf<"call.opened">> | undefined {
  const input = plan?.tool.contract.input;
  if (plan?.isTerse === true) return terse(given, input, isDetailed);
  const named = isNaming !== false && { parameters: parameterNames(given, input) };
  if (isDetailed === true) return { ...named, arguments: projectionOf(given, input) };
  return named === false ? undefined : named;
}

function terse(
  given: IncomingCall["arguments"],
  input: JsonObject | undefined,
  isDetailed: boolean | undefined,
): Partial<FieldsOf<"call.opened">> {
  return isDetailed === true ? { arguments: projectionOf(given, input, "digests") } : {};
}

/** Returns the fields of every line. One object: each call has two lines. */
function factsOf(
  call: IncomingCall,
  stage: CallOfTool["stage"],
  status: CallOfTool["status"],
): CallOfTool {
  const ids = idsOf(call);
  const { callId, traceId, correlationId, sessionId, connectionId, toolId } = ids;
  return {
    callId,
    traceId,
    correlation_id: correlationId,
    session_id: sessionId ?? null,
    connection_id: connectionId ?? null,
    tool_id: toolId ?? null,
    // The printer escapes the name. Here we only limit its length.
    tool: call.tool.slice(0, maxTextLength),
    server: call.plan?.tool.contract.server ?? null,
    stage,
    status,
    ...(call.endpoint !== undefined && { endpoint: call.endpoint }),
    ...placeOf(ids),
  };
}

function outcomeOf({ ending }: EndedCall): string {
  return ending.status === "refused" ? (ending.error?.code ?? "refused") : ending.status;
}

type Answered = Extract<Outcome, { kind: "answered" }>;

function digestOf({ output }: Answered): ResultSummary {
  const { content, structuredContent, isError } = output;
  const answer: JsonObject = {
    content,
    isError,
    ...(structuredContent !== undefined && { structuredContent }),
  };
  const text = JSON.stringify(answer);
  return { sha256: hash("sha256", text, "hex"), bytes: Buffer.byteLength(text) };
}

function shapeOf({ output, fromCache, untyped }: Answered): ResultSummary {
  const { content, structuredContent } = output;
  const shape = { blocks: content.length, hasData: structuredContent !== undefined, fromCache };
  return { ...shape, ...(untyped && { untyped }) };
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
        ...followedBy(idsOf(call)),
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
