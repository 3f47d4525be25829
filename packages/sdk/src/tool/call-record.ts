import type { ToolContract } from "../contract/contract.ts";
import { isJsonObject } from "../contract/json.ts";
import { hintsForFailure } from "../result/build-hints.ts";
import type {
  ResultMetadata,
  ToolFailure,
  ToolResult,
  ToolSuccess,
} from "../result/tool-result.ts";
import { type PublicFailure, publicFailure } from "./call-failure.ts";
import { type CallIds, idsOf } from "./checks.ts";
import type { ToolContext } from "./context.ts";
import type { CallClosed, ResultSummary, ToolEvent } from "./events.ts";
import { linesOf } from "./issues.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Handled } from "./tool.ts";

/** Tracks a call from start to end. Measures it, notifies the observer and assembles the result. */
export interface CallRecord {
  readonly answered: <Data>(handled: Handled<Data>) => ToolSuccess<Data>;
  readonly failed: (thrown: unknown) => ToolFailure;
}

export interface CallStart {
  readonly contract: ToolContract;
  readonly version: string;
  readonly input: unknown;
  readonly context: ToolContext;
}

export function openRecord(call: CallStart, surroundings: Surroundings): CallRecord {
  const { clock, service } = surroundings;
  const { contract, version } = call;
  const ids = idsOf(call.context);
  const { agentId: _, ...links } = ids;
  const facts = { tool: contract.name, version, ...ids };
  const startedAt = clock.now();
  const began = clock.monotonic();
  const notify = createNotify(surroundings.observe);

  notify({ kind: "call.opened", ...facts, parameterNames: declaredNames(contract, call.input) });
  const { deprecated } = contract.terms;
  if (deprecated !== undefined) notify({ kind: "tool.deprecated-used", ...facts, ...deprecated });

  const metadata = (): ResultMetadata => ({
    toolVersion: version,
    timestamp: isoTime(startedAt),
    executionTime: Math.max(0, Math.round((clock.monotonic() - began) * 1000) / 1000),
    serviceVersion: service.version,
    ...links,
    cached: false,
  });
  const close = <Result extends ToolResult>(result: Result): Result => {
    notify({ kind: "call.closed", ...facts, ...closingOf(result) });
    return Object.freeze(result);
  };

  return {
    answered: ({ data, agentHints }) => close({ data, agentHints, metadata: metadata() }),
    failed: (thrown) => {
      const failure = publicFailure(thrown);
      if (failure.withheld !== undefined)
        notify({ kind: "tool.threw", ...facts, ...failure.withheld });
      return close(failureOf(failure, contract, metadata()));
    },
  };
}

/** Enough to name every hint that a tool can omit. */
const maxProblems = 20;

function failureOf(
  failure: PublicFailure,
  contract: ToolContract,
  metadata: ResultMetadata,
): ToolFailure {
  const { class: errorClass, code, message, next, issues } = failure;
  const retryable = failure.retryable && (errorClass === "business" || isRepeatable(contract));
  const problems = linesOf(issues, maxProblems);
  return {
    data: null,
    error: { class: errorClass, code, message, retryable },
    agentHints: hintsForFailure({ class: errorClass, retryable, next, problems }),
    metadata,
  };
}

// A write whose answer was lost may have happened.
function isRepeatable({ effect, terms }: ToolContract): boolean {
  return effect === "read" || terms.idempotent === true;
}

// An observer must not break a call, neither by throwing nor by an unhandled rejection.
function createNotify(observe: Surroundings["observe"]): (event: ToolEvent) => void {
  return (event) => {
    Promise.try(observe, Object.freeze(event)).catch(() => undefined);
  };
}

function declaredNames({ input: schema }: ToolContract, input: unknown): readonly string[] {
  const properties = schema["properties"];
  try {
    if (!isJsonObject(properties) || !isJsonObject(input)) return [];
    return Object.keys(properties).filter((name) => Object.hasOwn(input, name));
  } catch {
    // Inspecting the input can itself throw. The checks report it.
    return [];
  }
}

/** The last instant with a four-digit year. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function isoTime(ms: number): string {
  return new Date(ms >= 0 && ms <= lastMoment ? ms : 0).toISOString();
}

type Closing = Omit<CallClosed, "kind" | "tool" | "version" | keyof CallIds>;

function closingOf({ data, error, agentHints, metadata }: ToolResult): Closing {
  return {
    outcome: error === undefined ? "answered" : "failed",
    ...(error === undefined ? {} : { errorClass: error.class, code: error.code }),
    ms: metadata.executionTime,
    cached: false,
    resultSummary: summaryOf(data, agentHints),
  };
}

function summaryOf(data: unknown, agentHints: ToolResult["agentHints"]): ResultSummary {
  return {
    size: JSON.stringify(data).length,
    ...(typeof data === "object" && data !== null ? { members: Object.keys(data).length } : {}),
    suggestedNextActions: agentHints.suggestedNextActions.length,
    warnings: agentHints.warnings?.length ?? 0,
    confidence: agentHints.confidence,
  };
}
