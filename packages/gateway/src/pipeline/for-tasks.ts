import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createCleanText } from "../boundary/cleaning/clean-value.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { createFinishCall, type FinishCall } from "./finish-call.ts";
import type { ForeignText } from "./foreign-text.ts";
import type { Stages } from "./pipeline.ts";
import { type PlanDeps, planOf, type ToolPlan } from "./plan.ts";
import type { Quarantine } from "./quarantine.ts";

/** What keeps calls that go on as tasks. */
export interface DeferringDeps extends Pick<Stages, "defer" | "waitAsTask"> {
  /** How long a server should keep a task. Undefined if callers get none. */
  readonly ttlMs: number | undefined;
}

/** Without a store no call goes on. */
export const noTasks: DeferringDeps = {
  defer: () => undefined,
  waitAsTask: () => undefined,
  ttlMs: undefined,
};

/** What the tasks of a pipeline share with its calls. */
export interface ForTasks extends Pick<Stages, "permit" | "authorize">, ForeignText {
  readonly finish: FinishCall;
  readonly planOf: (tool: RegisteredTool) => ToolPlan;
  /** Removes secrets and hidden characters from upstream text. */
  readonly clean: (text: string) => string;
  readonly quarantine: Quarantine;
}

interface Parts extends ForeignText, Pick<Runtime, "clock"> {
  readonly hideSecrets: (text: string) => string;
  readonly quarantine: Quarantine;
  readonly planning: PlanDeps;
}

export function forTasks(stages: Stages, parts: Parts): ForTasks {
  const { hideSecrets, quarantine, planning, quote, wordsIn, clock } = parts;
  const cleanText = createCleanText(hideSecrets);
  return {
    permit: stages.permit,
    authorize: stages.authorize,
    quote,
    wordsIn,
    quarantine,
    clean: (text) => cleanText(text).text,
    finish: createFinishCall(stages, clock),
    planOf: (tool) => planOf(tool, planning),
  };
}
