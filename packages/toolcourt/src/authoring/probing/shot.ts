import type { Answer } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";

/** One input and its answer. */
export interface Shot {
  readonly planned: PlannedInput;
  readonly answer: Answer;
}
