import type { Hold, Snapshot } from "../../catalog/snapshot.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import type { Stages } from "../pipeline.ts";
import { shownName } from "../shown-name.ts";

const mostRules = 10;

/** Says of a tool that is not there why it is not, where anybody knows. Its name comes as it can be shown too. */
export type WhyNoTool = (tool: string, shown: string) => Refusal | undefined;

/** Finds the tool that a call names among those of this moment, and refuses one that is held. */
export function createResolve(
  current: () => Snapshot,
  clock: Clock,
  whyNoTool?: WhyNoTool,
): Stages["resolve"] {
  return (call) => {
    const registered = current().tools.get(call.tool);
    if (registered === undefined) {
      const shown = shownName(call.tool);
      throw whyNoTool?.(call.tool, shown) ?? new Refusal("tool-unknown", { tool: shown });
    }
    // A tool whose input nobody can check is no tool that anybody may call.
    if (registered.hold !== undefined || registered.validateInput === undefined) {
      throw held(call.tool, registered.hold ?? { kind: "not-admitted" });
    }
    return { ...call, registered, startedAt: clock.monotonic() };
  };
}

function held(tool: string, hold: Hold): Refusal {
  const findings = hold.kind === "nonconformant" ? hold.findings : [];
  // What only warns does not hold a tool.
  const rules = findings.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
  return new Refusal("tool-quarantined", {
    tool: shownName(tool),
    reason: hold.kind,
    rules: [...new Set(rules)].slice(0, mostRules),
    ...(hold.kind === "drifted" ? { difference: hold.difference } : {}),
    ...(hold.kind === "removed" && hold.replacement !== undefined
      ? { replacement: shownName(hold.replacement) }
      : {}),
  });
}
