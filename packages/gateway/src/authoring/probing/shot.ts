import type { Answer } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";

/** One input and what came of it. */
export interface Shot {
  readonly planned: PlannedInput;
  readonly answer: Answer;
}
