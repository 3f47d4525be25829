import type { JsonObject } from "@toolcourt/sdk";
import type { Answer } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";
import type { Subject } from "./subject.ts";
import type { TestOptions, TestProgress } from "./test-server.ts";

/** Shared context of all probes. */
export interface ProbeDeps extends TestOptions {
  readonly subject: Subject;
  /** The end of the time budget on the monotonic clock, in milliseconds. */
  readonly endsAt: number;
  /** Whether a new connection means a new process. */
  readonly startsAnew: boolean;
  /** The tool that is being tested. Default: none yet. */
  readonly progress?: Omit<TestProgress, "calls">;
}

export function isTimeLeft({ clock, endsAt }: Pick<ProbeDeps, "clock" | "endsAt">): boolean {
  return clock.monotonic() < endsAt;
}

/** One input and its answer. */
export interface ProbeResult {
  readonly planned: PlannedInput;
  readonly answer: Answer;
}

/** One call, as far as needed to repeat it. */
export interface ProbeCall {
  readonly name: string;
  readonly input: JsonObject;
}
