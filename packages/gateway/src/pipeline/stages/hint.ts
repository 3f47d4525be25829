import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  type AgentHints,
  hints,
  hintsForFailure,
  isJsonObject,
  type JsonObject,
} from "@toolcourt/sdk";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import { isRepeatable, keptForMs } from "../category-defaults.ts";
import { wrapResult } from "../envelope/wrap-result.ts";
import type { Stages } from "../pipeline.ts";

export const hintsModes = ["off", "meta", "envelope"] as const;

/** The metadata key of hints in a result. */
export const hintsKey = "dev.toolcourt/agentHints";

/** Where the hints about a result go: nowhere, beside it, or around it. */
export type HintsMode = (typeof hintsModes)[number];

/** Adds hints that an upstream tool cannot give about its result: how reliable it is. */
export function createHint({ clock }: Pick<Runtime, "clock">): Stages["hint"] {
  return function hint(call, output) {
    const { registered } = call;
    const { hints: mode } = call.plan;
    // Our own tools give their own hints, in the envelope if their contract has one.
    if (mode === "off" || registered.home.kind === "local") return output;
    const agentHints = hintsFor(call, output);
    // An untyped result stays as it came: an envelope would repeat it as structured content.
    const isTyped = registered.contract.output !== undefined;
    if (mode === "envelope" && isTyped) return wrapResult(call, output, { agentHints, clock });
    return { ...output, meta: { ...output.meta, [hintsKey]: asJson(agentHints) } };
  };
}

// Only facts known without understanding the result: that it kept its contract, and its cache
// lifetime.
function hintsFor({ registered }: ApprovedCall, output: CheckedResult): AgentHints {
  const { output: schema } = registered.contract;
  if (output.isError) {
    return hintsForFailure({
      class: "business",
      retryable: isRepeatable(registered.contract),
      next: "Read the tool's message about its failure.",
      problems: [],
    });
  }
  const isHeld = schema !== undefined && output.structuredContent !== undefined;
  return hints({
    confidence: [{ name: "held to a schema", value: isHeld ? 1 : 0.5 }],
    sourceQuality: "unknown",
    validityPeriod: keptForMs(registered.contract) > 0 ? "short" : "immediate",
    reasoning: isHeld
      ? "The result conforms to the output schema of its contract."
      : "The contract does not describe the form of the result.",
  });
}

function asJson(agentHints: AgentHints): JsonObject {
  return isJsonObject(agentHints) ? agentHints : {};
}
