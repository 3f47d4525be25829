import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { UpstreamError } from "../../upstreams/upstream.ts";
import type { ApprovedCall } from "../call.ts";
import { isUnwell } from "./faults.ts";

export interface CircuitOptions extends Pick<Runtime, "clock"> {
  /** Consecutive failures that open a circuit. */
  readonly failures: number;
  readonly openForMs: number;
  /** Called when the server can no longer be reached, and when it can again. */
  readonly turned: (isOpen: boolean) => void;
}

/** The circuit of one tool for one principal. */
interface ToolCircuit {
  failures: number;
  /** Nothing is sent until this time. */
  openUntil: number;
  /** When the last failure was counted. */
  failedAt: number;
  /** Whether the half-open trial call is pending. */
  isOnTrial: boolean;
}

/** The open circuits that a call tries. */
export interface Trial {
  readonly ofServer: boolean;
  readonly tool: ToolCircuit | undefined;
}

/** Whether calls are sent to a server. */
export interface CircuitState {
  /** Whether the server could not be reached: only trials are sent. */
  readonly isOpen: boolean;
  /** How many of its tools are paused for one caller. */
  readonly pausedTools: number;
}

export const noTrial: Trial = { ofServer: false, tool: undefined };

const trialAgainMs = 1_000;
/** Beyond this many failing pairs of a server the oldest is forgotten, and so tried again. */
const maxPairs = 1_000;

/**
 * The circuits of one server. Its own counts only requests that could not be sent: no caller can
 * cause those. Everything else may be the fault of one tool or of one caller's arguments, so it
 * counts for that tool and principal. So no caller can cut off another.
 */
export class Circuits {
  readonly #options: CircuitOptions;
  /** Only tools that fail for a principal are remembered. */
  readonly #tools = new Map<string, ToolCircuit>();
  #failures = 0;
  #openUntil = 0;
  /** How often the server's circuit was opened since it was last reached. */
  #pauses = 0;
  /** Until then, one failure here confirms what another gateway has seen. */
  #suspectedUntil = 0;

  constructor(options: CircuitOptions) {
    this.#options = options;
  }

  /** Refuses the call, or makes it the trial of the circuits that are half-open. */
  admit(call: ApprovedCall): Trial {
    if (this.#isWell()) return noTrial;
    const trial = { ofServer: this.#isOpen(), tool: this.#openOf(call) };
    return trial.tool === undefined && !trial.ofServer ? noTrial : this.#try(trial, call);
  }

  #try(trial: Trial, call: ApprovedCall): Trial {
    const { ofServer, tool } = trial;
    const now = this.#options.clock.monotonic();
    const leftMs = Math.max(tool?.openUntil ?? 0, ofServer ? this.#openUntil : 0) - now;
    if (leftMs > 0 || isTried(tool)) throw paused(call, leftMs);
    this.#begin(trial, now);
    return trial;
  }

  /** Counts an answer, of any content. */
  answered(call: ApprovedCall): void {
    if (this.#failures > 0) this.#reached();
    if (this.#tools.size > 0) this.#tools.delete(pairOf(call));
  }

  failed(call: ApprovedCall, error: unknown, trial: Trial): void {
    const verdict = verdictOf(error);
    if (verdict === "none") return;
    if (verdict === "unreachable") this.#unreached(trial.ofServer);
    else if (verdict === "answered") this.answered(call);
    else this.#toolFailed(call, verdict);
  }

  /** Ends a trial, however it went. */
  tried({ tool }: Trial): void {
    if (tool !== undefined) tool.isOnTrial = false;
  }

  /** Returns the number of open circuits of a tool and a principal. */
  paused(): number {
    const now = this.#options.clock.monotonic();
    return this.#tools.values().reduce((sum, each) => sum + (each.openUntil > now ? 1 : 0), 0);
  }

  state(): CircuitState {
    return { isOpen: this.#isOpen(), pausedTools: this.paused() };
  }

  /**
   * Believes another gateway that the server cannot be reached, but only half: the next failure
   * here opens the circuit. A gateway that reaches the server is never cut off by one that does not.
   */
  suspect(): void {
    const { clock, failures, openForMs } = this.#options;
    if (this.#failures >= failures - 1) return;
    this.#failures = failures - 1;
    this.#suspectedUntil = clock.monotonic() + openForMs;
  }

  /** Whether no failure is counted. */
  #isWell(): boolean {
    return this.#failures === 0 && this.#tools.size === 0;
  }

  #isOpen(): boolean {
    return this.#failures >= this.#options.failures;
  }

  #openOf(call: ApprovedCall): ToolCircuit | undefined {
    const known = this.#tools.get(pairOf(call));
    return known !== undefined && known.failures >= this.#options.failures ? known : undefined;
  }

  #begin({ ofServer, tool }: Trial, now: number): void {
    if (tool !== undefined) tool.isOnTrial = true;
    // The next trial does not wait for this one: a tool that hangs must not hold up the others.
    if (ofServer) this.#openUntil = now + trialAgainMs;
  }

  #reached(): void {
    const wasOpen = this.#isOpen();
    this.#failures = 0;
    this.#pauses = 0;
    this.#suspectedUntil = 0;
    if (wasOpen) this.#options.turned(false);
  }

  #unreached(isTrial: boolean): void {
    const { clock, failures, openForMs, turned } = this.#options;
    const now = clock.monotonic();
    if (this.#suspectedUntil > 0 && now >= this.#suspectedUntil) this.#failures = 0;
    this.#suspectedUntil = 0;
    this.#failures += 1;
    if (this.#failures === failures) turned(true);
    // Calls that fail together count as one failed trial.
    if (!this.#isOpen() || (!isTrial && now < this.#openUntil)) return;
    // Short at first: a restarted process is soon back, and nothing was sent to it.
    this.#openUntil = now + Math.min(openForMs, trialAgainMs * 2 ** this.#pauses);
    this.#pauses += 1;
  }

  #toolFailed(call: ApprovedCall, verdict: Verdict): void {
    const { clock, failures, openForMs } = this.#options;
    // After a timeout it is unknown whether the server was reached.
    if (verdict !== "timeout" && this.#failures > 0) this.#reached();
    const circuit = this.#remember(pairOf(call));
    // A broken connection ends all calls on it, so calls that were lost together count as one.
    if (verdict === "lost" && (call.startedAt ?? 0) < circuit.failedAt) return;
    circuit.failures += 1;
    circuit.failedAt = clock.monotonic();
    if (circuit.failures >= failures) circuit.openUntil = circuit.failedAt + openForMs;
  }

  #remember(pair: string): ToolCircuit {
    const known = this.#tools.get(pair);
    if (known !== undefined) return known;
    const [oldest] = this.#tools.size < maxPairs ? [] : this.#tools.keys();
    if (oldest !== undefined) this.#tools.delete(oldest);
    const never = Number.NEGATIVE_INFINITY;
    const circuit = { failures: 0, openUntil: 0, failedAt: never, isOnTrial: false };
    this.#tools.set(pair, circuit);
    return circuit;
  }
}

/** For tools that run in our own process. */
export const closedCircuits = {
  admit: (): Trial => noTrial,
  answered: (): void => undefined,
  failed: (): void => undefined,
  tried: (): void => undefined,
};

function isTried(tool: ToolCircuit | undefined): boolean {
  return tool?.isOnTrial === true;
}

/**
 * Names the circuit of a tool and a principal. Not by tenant: one user's arguments must not cut off
 * a colleague either.
 */
export function pairOf({
  registered,
  principal,
}: Pick<ApprovedCall, "registered" | "principal">): string {
  return JSON.stringify([registered.contract.name, principal.id, principal.tenant]);
}

function paused({ registered }: ApprovedCall, leftMs: number): Refusal {
  return new Refusal("circuit-open", {
    tool: registered.publicName,
    server: registered.contract.server,
    retryAfterMs: Math.max(trialAgainMs, Math.ceil(leftMs)),
  });
}

/** What a failed call says about its server and tool. A canceled call says nothing. */
type Verdict = "answered" | "unreachable" | "timeout" | "lost" | "failed" | "none";

function verdictOf(error: unknown): Verdict {
  if (hasCode(error, "deadline-passed")) return "timeout";
  if (!(error instanceof UpstreamError)) return "none";
  const { kind } = error.fault;
  if (kind === "unreachable" || kind === "lost") return kind;
  return isUnwell(error.fault) ? "failed" : "answered";
}
