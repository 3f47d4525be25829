import { isRefusal } from "../errors/refusal.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../telemetry/events.ts";
import { type CheckedResult, type IncomingCall, isQuestion, type Question } from "./call.ts";
import type { CallTool } from "./pipeline.ts";

export interface CallLogDependencies {
  readonly clock: Clock;
  readonly log: Logger["log"];
}

const longestName = 128;

/** Logs how each call ended and how long it took. No values: what was asked and answered is nobody's line. */
export function withCallLog(callTool: CallTool, { clock, log }: CallLogDependencies): CallTool {
  return (call, signal) => {
    const began = clock.monotonic();
    const close = (outcome: string): void => closed(call, outcome, clock.monotonic() - began);
    const answer = callTool(call, signal);
    // Beside the answer and not in its way: whoever waits for it does not wait for a line.
    answer.then(
      (output) => close(outcomeOf(output)),
      (error: unknown) => close(isRefusal(error) ? error.code : "gateway-failed"),
    );
    return answer;
  };

  function closed({ callId, traceId, tool }: IncomingCall, outcome: string, ms: number): void {
    // Whoever prints a line makes the name printable; here it only must not be of any length.
    const name = tool.slice(0, longestName);
    log("call.closed", { callId, traceId, tool: name, outcome, ms: Math.round(ms) });
  }
}

function outcomeOf(output: CheckedResult | Question): string {
  if (isQuestion(output)) return "asked";
  return output.isError ? "failed" : "answered";
}
