import { whyNotCanonical } from "../../contract/canonical.ts";
import { defineRule, everywhere } from "../rule.ts";

export const contractReadable = defineRule({
  id: "contract/readable",
  severity: everywhere("error"),
  requirements: ["S0-1", "S0-2"],
  summary: "Require a definition that has one canonical form",
  why: `A contract is approved by its digest, and the digest is taken over the canonical form. Invalid
Unicode, infinite numbers and too deep nesting have no such form, so two readers could approve two
different things under one name.`,
  good: [{ asReceived: { name: "get-forecast", inputSchema: { type: "object" } } }],
  bad: [
    { asReceived: { name: "get-forecast", description: "half a pair: \ud83d" } },
    { asReceived: { name: "get-forecast", inputSchema: { minimum: Number.POSITIVE_INFINITY } } },
  ],

  *check({ asReceived }) {
    const problem = whyNotCanonical(asReceived);
    if (problem !== undefined) yield problem;
  },
});
