import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Finding } from "@toolcourt/sdk/rules";
import type { EndpointNames } from "../../catalog/endpoints.ts";
import type { Hold } from "../../catalog/snapshot.ts";
import { type IncomingCall, setTool, shownName } from "../call.ts";
import type { Stages } from "../pipeline.ts";
import type { Accessible, Permits } from "./permit.ts";

const maxRules = 10;

/** A tool that is not in the registry, and the reason. */
export interface MissingTool {
  readonly refusal: Refusal;
  /** For principals that may not call it, it does not exist. */
  readonly tool: Accessible;
}

/** Explains why a tool is missing, if known. Also takes its printable name. */
export type WhyNoTool = (tool: string, shown: string) => MissingTool | undefined;

export interface ResolveDeps {
  readonly clock: Clock;
  readonly permits: Permits;
  /** Default: no explanation. */
  readonly whyNoTool?: WhyNoTool | undefined;
  /** Default: there are no endpoints. */
  readonly endpoints?: Pick<EndpointNames, "draftName" | "selects"> | undefined;
}

/**
 * Refuses an unknown tool and a held one. The reason is only for principals that could call the
 * tool.
 */
export function createResolve(deps: ResolveDeps): Stages["resolve"] {
  const { clock, permits } = deps;

  const missing = (call: IncomingCall): Refusal => {
    const shown = shownName(call.tool);
    permits.assertUsable(call);
    const known = whyMissing(call, shown, deps);
    if (known === undefined) return new Refusal("tool-unknown", { tool: shown });
    permits.assertMayKnow(call, known.tool);
    return known.refusal;
  };

  return function resolve(call) {
    const { plan } = call;
    if (plan === undefined) throw missing(call);
    const { hold, validateInput } = plan.tool;
    // A tool whose input cannot be validated must not be called.
    if (hold !== undefined || validateInput === undefined) {
      permits.assertMayKnow(call, plan.tool);
      throw held(call.tool, hold ?? { kind: "not-admitted" });
    }
    setTool(call, plan, clock.monotonic());
    return call;
  };
}

/** Explains a missing tool. An endpoint explains only what it would offer. */
function whyMissing(
  { tool, endpoint }: IncomingCall,
  shown: string,
  { whyNoTool = () => undefined, endpoints }: ResolveDeps,
): MissingTool | undefined {
  if (endpoint === undefined) return whyNoTool(tool, shown);
  const name = endpoints?.draftName(endpoint, tool) ?? "";
  const known = whyNoTool(name, shown);
  const isOffered = known !== undefined && endpoints?.selects(endpoint, known.tool) === true;
  return isOffered ? known : undefined;
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
