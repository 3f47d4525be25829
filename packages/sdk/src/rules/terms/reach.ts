import type { ToolContract } from "../../contract/contract.ts";
import { type Destination, destinationsOf } from "../../flow/destinations.ts";
import { leadsOut } from "../../flow/leads-out.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";

export const termsReach = defineRule({
  id: "terms/reach",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: [],
  summary: "Require a statement on whether data can leave by a tool that takes a destination",
  why: `A policy about sequences asks who may decide where data goes, and asks it of tools that reach outside.
Until a contract says so, every tool counts as one. A read reaches outside as well if its caller
chooses the address: whatever stands in a URL leaves with the request.`,
  good: [
    { ...withParameters({ city: { type: "string" } }), effect: "write" },
    {
      ...withParameters({ to: { type: "string", "x-role": "destination" } }),
      effect: "write",
      terms: { reach: "outside" },
    },
    {
      ...withParameters({ path: { type: "string" } }),
      effect: "write",
      terms: { reach: "internal" },
    },
  ],
  bad: [
    { ...withParameters({ to: { type: "string" } }), effect: "write", terms: {} },
    { ...withParameters({ url: { type: "string" } }), effect: "read", terms: {} },
    { ...withParameters({ to: { type: "string" } }), effect: "write", terms: { reach: "outside" } },
  ],

  *check(contract) {
    // A read leads out by its addresses alone.
    const destinations = destinationsOf(contract).filter(
      ({ flow }) => contract.effect !== "read" || leadsOut(flow),
    );
    if (destinations.length === 0) return;
    if (contract.terms.reach === undefined) {
      yield { pointer: "/terms/reach", message: stateReach(contract) };
    } else if (contract.terms.reach === "outside" && destinations.some(isGuessed)) {
      yield {
        pointer: "/terms/input",
        message:
          "State the role of each argument that decides where data goes: the tool reaches outside.",
      };
    }
  },
});

function stateReach({ effect }: ToolContract): string {
  return effect === "read"
    ? "State the `reach`: the tool reads from an address that its caller chooses, so it counts as `outside`."
    : "State the `reach`, `internal` or `outside`: the tool takes a destination and counts as `outside`.";
}

function isGuessed({ flow }: Destination): boolean {
  return flow.isGuessed;
}
