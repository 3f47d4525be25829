import { hash } from "node:crypto";
import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { type CallOfTool, followedBy, type ResultSummary } from "../telemetry/event-fields.ts";
import type { FieldsOf, Logger } from "../telemetry/events.ts";
import { parameterNames, projectionOf } from "./argument-projection.ts";
import { type IncomingCall, isResolved } from "./call.ts";
import type { FindTool } from "./count-calls.ts";
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
  readonly find: FindTool;
  /** Whether a tool is a discovery tool. Only ids and digests may be logged for one. */
  readonly isTerse: (tool: RegisteredTool) => boolean;
  /** Keeps an error's stack where access is restricted. Default: dropped. */
  readonly keepStack?: ((error: unknown, failed: FailedCall) => void) | undefined;
}

const maxTextLength = 128;

const discovery = { profile: "cloud-discovery" } as const;

/** Logs the outcome of calls. Never their values: requests and answers stay out of the log. */
export function logCalls(dependencies: CallLogDeps): CallWatcher {
  const { log, isRead, isWarning = false, isDetailed = false, find } = dependencies;
  const { isTerse } = dependencies;

  const opened = (call: IncomingCall): void => {
    const tool = find(call.tool);
    const facts = factsOf(call, tool);
    const given = givenIn(call, tool, dependencies);
    log("call.opened", { ...facts, stage: "opened", status: "started", ...given });
  };
  const closed = (ended: EndedCall): void => {
    const { call, outcome, ending, ms } = ended;
    const tool = toolOf(call, find);
    const isOnlyIds = tool !== undefined && isTerse(tool);
    const summary = outcome.kind === "answered" && {
      result: { ...(isDetailed && digestOf(outcome)), ...(!isOnlyIds && shapeOf(outcome)) },
    };
    log("call.closed", {
      ...factsOf(call, tool),
      stage: stageOf(call, outcome),
      status: ending.status,
      ...(isOnlyIds && discovery),
      outcome: outcomeOf(ended),
      ms: Math.round(ms),
      ...(ending.error && { error: ending.error }),
      ...summary,
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
  { log, find, keepStack }: Pick<CallLogDeps, "log" | "find" | "keepStack">,
): void {
  if (outcome.kind !== "refused" || ending.error?.class !== "system") return;
  const { code } = ending.error;
  const { callId, traceId, correlationId } = call;
  keepStack?.(outcome.error, { callId, traceId, correlationId, code });
  if (code !== "gateway-failed") return;
  const facts = factsOf(call, toolOf(call, find));
  const kept = keepStack === undefined ? "nowhere" : "in the file of stacks";
  log("call.failed", { ...facts, stage: stageOf(call, outcome), status: "refused", kept });
}

function toolOf(call: IncomingCall, find: FindTool): RegisteredTool | undefined {
  return isResolved(call) ? call.registered : find(call.tool);
}

/** Returns what a line says about arguments, without their values. */
function givenIn(
  { arguments: given }: IncomingCall,
  tool: RegisteredTool | undefined,
  { isDetailed, isNaming, isTerse }: CallLogDeps,
): Partial<FieldsOf<"call.opened">> {
  const input = tool?.contract.input;
  if (tool !== undefined && isTerse(tool)) {
    return {
      ...discovery,
      ...(isDetailed && { arguments: projectionOf(given, input, "digests") }),
    };
  }
  const named = isNaming === false ? {} : { parameters: parameterNames(given, input) };
  return isDetailed === true ? { ...named, arguments: projectionOf(given, input) } : named;
}

type Facts = Omit<CallOfTool, "stage" | "status">;

function factsOf(call: IncomingCall, tool: RegisteredTool | undefined): Facts {
  // The printer escapes the name. Here we only limit its length.
  return {
    ...followedBy(idsOf(call, tool)),
    tool: call.tool.slice(0, maxTextLength),
    server: tool?.contract.server ?? null,
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
