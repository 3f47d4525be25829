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

export interface CallStart {
  readonly contract: ToolContract;
  readonly version: string;
  readonly input: unknown;
  readonly context: ToolContext;
}

/** Tracks a call from start to end. Measures it, notifies the observer and assembles the result. */
export class CallRecord {
  readonly #contract: ToolContract;
  readonly #surroundings: Surroundings;
  readonly #facts: CallIds & { readonly tool: string; readonly version: string };
  readonly #startedAt: number;
  readonly #began: number;

  constructor({ contract, version, input, context }: CallStart, surroundings: Surroundings) {
    this.#contract = contract;
    this.#surroundings = surroundings;
    this.#facts = { tool: contract.name, version, ...idsOf(context) };
    this.#startedAt = surroundings.clock.now();
    this.#began = surroundings.clock.monotonic();
    const facts = this.#facts;
    this.#notify({ kind: "call.opened", ...facts, parameterNames: declaredNames(contract, input) });
    const { deprecated } = contract.terms;
    if (deprecated) this.#notify({ kind: "tool.deprecated-used", ...facts, ...deprecated });
  }

  answered<Data>({ data, agentHints }: Handled<Data>): ToolSuccess<Data> {
    return this.#close({ data, agentHints, metadata: this.#metadata() });
  }

  failed(thrown: unknown): ToolFailure {
    const failure = publicFailure(thrown);
    const { withheld } = failure;
    if (withheld) this.#notify({ kind: "tool.threw", ...this.#facts, ...withheld });
    return this.#close(failureOf(failure, this.#contract, this.#metadata()));
  }

  #metadata(): ResultMetadata {
    const { clock, service } = this.#surroundings;
    const { tool: _, version, agentId: __, ...links } = this.#facts;
    return {
      toolVersion: version,
      timestamp: isoTime(this.#startedAt),
      executionTime: Math.max(0, Math.round((clock.monotonic() - this.#began) * 1000) / 1000),
      serviceVersion: service.version,
      ...links,
      cached: false,
    };
  }

  #close<Result extends ToolResult>(result: Result): Result {
    this.#notify({ kind: "call.closed", ...this.#facts, ...closingOf(result) });
    return Object.freeze(result);
  }

  // An observer must not break a call, neither by throwing nor by an unhandled rejection.
  #notify(event: ToolEvent): void {
    Promise.try(this.#surroundings.observe, Object.freeze(event)).catch(() => undefined);
  }
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
