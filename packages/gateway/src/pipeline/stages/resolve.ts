import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Hold, Snapshot } from "../../catalog/snapshot.ts";
import { shownName } from "../call.ts";
import type { Stages } from "../pipeline.ts";

const maxRules = 10;

/** Explains why a tool is missing, if known. Also takes its printable name. */
export type WhyNoTool = (tool: string, shown: string) => Refusal | undefined;

/** Finds the named tool in the current snapshot, and refuses a held one. */
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
    // A tool whose input cannot be validated must not be called.
    if (registered.hold !== undefined || registered.validateInput === undefined) {
      throw held(call.tool, registered.hold ?? { kind: "not-admitted" });
    }
    return { ...call, registered, startedAt: clock.monotonic() };
  };
}

/** Returns the findings that hold a tool. Warnings do so only until a person reviewed them. */
function holding(hold: Hold): readonly Finding[] {
  if (hold.kind === "unreviewed") return hold.findings;
  return hold.kind === "nonconformant"
    ? hold.findings.filter(({ severity }) => severity === "error")
    : [];
}

function held(tool: string, hold: Hold): Refusal {
  const rules = holding(hold).map(({ rule }) => rule);
  return new Refusal("tool-quarantined", {
    tool: shownName(tool),
    reason: hold.kind,
    rules: [...new Set(rules)].slice(0, maxRules),
    ...(hold.kind === "drifted" ? { difference: hold.difference } : {}),
    ...(hold.kind === "removed" && hold.replacement !== undefined
      ? { replacement: shownName(hold.replacement) }
      : {}),
  });
}
