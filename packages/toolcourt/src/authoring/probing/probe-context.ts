import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { JsonObject } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { Answer } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";
import type { Budget } from "./report.ts";
import type { Subject } from "./subject.ts";

/** Shared context of all probes. */
export interface ProbeDeps extends Pick<Runtime, "clock" | "signal"> {
  readonly subject: Subject;
  readonly engine: SchemaEngine;
  readonly seed: number;
  readonly budget: Budget;
  readonly profiles: readonly ProfileName[];
  readonly isTimeLeft: () => boolean;
  /** Whether a new connection means a new process. */
  readonly startsAnew: boolean;
  /** Returns the command that reproduces a finding: by its input, or by its seed without one. */
  readonly repeat: (tool: string, input?: JsonObject) => string;
  /** The only input to try, when a finding is replayed. Default: draw inputs. */
  readonly given?: JsonObject;
  /** Called after every call. Default: none. */
  readonly onCall?: () => void;
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
