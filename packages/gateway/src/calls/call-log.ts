import { isRefusal } from "../errors/refusal.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Logger } from "../telemetry/events.ts";
import { type CheckedResult, type IncomingCall, isQuestion, type Question } from "./call.ts";
import type { CallTool } from "./pipeline.ts";
import { shownName } from "./shown-name.ts";

export interface CallLogDependencies {
  readonly clock: Clock;
  readonly log: Logger["log"];
}

/** Logs how each call ended and how long it took. No values: what was asked and answered is nobody's line. */
export function withCallLog(callTool: CallTool, { clock, log }: CallLogDependencies): CallTool {
  return async (call, signal) => {
    const began = clock.monotonic();
    const close = (outcome: string): void => closed(call, outcome, clock.monotonic() - began);
    try {
      const output = await callTool(call, signal);
      close(outcomeOf(output));
      return output;
    } catch (error) {
      close(isRefusal(error) ? error.code : "gateway-failed");
      throw error;
    }
  };

  function closed({ callId, traceId, tool }: IncomingCall, outcome: string, ms: number): void {
    log("call.closed", { callId, traceId, tool: shownName(tool), outcome, ms: Math.round(ms) });
  }
}

function outcomeOf(output: CheckedResult | Question): string {
  if (isQuestion(output)) return "asked";
  return output.isError ? "failed" : "answered";
}
