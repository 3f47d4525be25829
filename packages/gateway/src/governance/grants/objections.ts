import { type GiveResult, whyLeftOut } from "./give.ts";

type Refused = Extract<GiveResult, { readonly kind: "invalid" | "no-tool" | "too-many" }>;

/** Returns why a grant was not given, one sentence for each field. */
export function objectionsTo(result: Refused): readonly string[] {
  if (result.kind === "invalid") return result.problems;
  if (result.kind === "too-many") {
    return [`principal: It has ${result.max} active grants already. Revoke one first.`];
  }
  if (result.leftOut.length === 0) return ["tool: No tool of this server has a name that fits."];
  const reasons = [...new Set(result.leftOut.map(({ because }) => whyLeftOut[because]))];
  return reasons.map((reason) => `tool: A tool that fits can have no grant: ${reason}.`);
}
