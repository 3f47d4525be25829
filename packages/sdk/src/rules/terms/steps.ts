import type { ToolContract } from "../../contract/contract.ts";
import { defineRule, everywhere } from "../rule.ts";

export const termsSteps = defineRule({
  id: "terms/steps",
  severity: everywhere("error"),
  requirements: ["S0-32"],
  summary: "Require the steps of a tool to be names of other tools",
  why: `A tool that calls others is approved with its list of steps. A pattern in that list would approve unseen
tools, a duplicate name hides among the others, and a tool that calls itself has no last step.`,
  good: [
    { terms: { steps: ["get-card", "cards__list.v2"] } },
    { terms: { steps: [] } },
    { name: "ask", server: "local", terms: { steps: ["*"] } },
  ],
  bad: [
    { terms: { steps: ["get-*"] } },
    { terms: { steps: ["*"] } },
    { terms: { steps: ["get card"] } },
    { terms: { steps: ["a".repeat(129)] } },
    { terms: { steps: ["get-card", "get-card"] } },
    { name: "get-card", terms: { steps: ["get-card"] } },
  ],

  *check(contract) {
    const { steps = [] } = contract.terms;
    if (isAsk(contract) && steps.length === 1 && steps[0] === "*") return;
    for (const [index, step] of steps.entries()) {
      const message = objection(contract.name, steps.slice(0, index), step);
      if (message !== undefined) yield { pointer: `/terms/steps/${index}`, message };
    }
  },
});

/**
 * Returns whether the tool is `ask`, the host as a tool. It may call every tool its caller may, so
 * it lists no steps.
 */
function isAsk({ server, name }: ToolContract): boolean {
  return server === "local" && name === "ask";
}

const toolName = /^[\w./-]{1,128}$/;

function objection(tool: string, before: readonly string[], step: string): string | undefined {
  if (!toolName.test(step)) return "Name one tool for each step, in full.";
  if (step === tool) return "Remove the step by which the tool calls itself.";
  return before.includes(step) ? "Name each step once." : undefined;
}
