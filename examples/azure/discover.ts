import { hints, type Tool } from "@toolcourt/sdk";
import {
  defineWorkflow,
  END,
  type RunStore,
  START,
  type StateOf,
  type StepKinds,
  type UpdateOf,
} from "@toolcourt/workflows";
import { z } from "zod";
import { example } from "./example.ts";
import { answers, costsOf, findings, typesOf, unhealthyIn } from "./findings.ts";
import {
  type Discovered,
  discoveries,
  type Part,
  parts,
  reportStages,
  type StageReport,
  stageReport,
} from "./stages.ts";

const terms = {
  name: "discover-subscription",
  description:
    "Discovers an Azure subscription: what is there, what it costs and how secure it is. Use it for an overview, before you call single tools. Returns a summary and how each stage ended. For example: what do we have in production?",
  version: "1.0.0",
  permissions: [],
  category: "query",
  responseTime: "slow",
  idempotent: true,
  tags: ["azure", "discovery"],
} as const;

const id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const parameters = z.object({
  connection_id: z.string().min(1).max(128).describe("Id or name of the connection"),
  scope: z
    .object({
      tenantId: id.describe("Id of the tenant"),
      subscriptionId: id.describe("Id of the subscription"),
    })
    .describe("What is discovered"),
});

const result = z.object({
  stages: z.array(stageReport).describe("How each stage ended, in order"),
  findings: findings.partial().describe("What was found. Its stage says why a part is missing"),
});

const state = findings.extend({ discoveries });

type State = StateOf<typeof parameters, typeof state>;
type Update = UpdateOf<typeof state>;

/** Discovers inventory, then costs, then security. A refused call costs only its own part. */
export function createDiscovery(runs: RunStore): Tool {
  return defineWorkflow({
    ...terms,
    parameters,
    result,
    examples: [example],
    state,
    steps: stepsOf,
    graph: (flow) => {
      flow.addEdge(START, parts[0]);
      for (const [index, part] of parts.entries()) {
        const next = parts[index + 1] ?? END;
        // A failure leads to the next part too, so that no part is lost with another.
        flow.addEdge(part, next).addFailureEdge(part, next);
      }
    },
    answer: (end) => {
      const { params: _params, failures, discoveries: found = {}, ...kept } = end;
      const stages = reportStages((part) => ({ found: found[part], failure: failures[part] }));
      return { data: { stages, findings: kept }, agentHints: hintsOf(stages) };
    },
    runs,
  });
}

function stepsOf({ readStep }: StepKinds<State, Update>) {
  return {
    "list-resources": readStep(
      "list-resources",
      ({ params }) => ({ ...params, tier: "inventory" }),
      (before, answer) => {
        const { data, metadata } = answer.read(answers.resources);
        const found = { resources: data.total, types: typesOf(data) };
        return { ...found, ...noted(before, "list-resources", metadata.discovery) };
      },
    ),
    "query-costs": readStep(
      "query-costs",
      ({ params }) => ({ ...params, tier: "cost", ...thisMonth }),
      (before, answer) => {
        const { data, metadata } = answer.read(answers.costs);
        return { costs: costsOf(data), ...noted(before, "query-costs", metadata.discovery) };
      },
    ),
    "list-cost-advice": readStep(
      "list-cost-advice",
      ({ params }) => ({ ...params, tier: "cost" }),
      (before, answer) => {
        const { data, metadata } = answer.read(answers.advice);
        const found = { advice: data.advice.length };
        return { ...found, ...noted(before, "list-cost-advice", metadata.discovery) };
      },
    ),
    "list-assessments": readStep("list-assessments", forSecurity, (before, answer) => {
      const { data, metadata } = answer.read(answers.assessments);
      const found = { unhealthy: unhealthyIn(data) };
      return { ...found, ...noted(before, "list-assessments", metadata.discovery) };
    }),
    "get-secure-score": readStep("get-secure-score", forSecurity, (before, answer) => {
      const { data, metadata } = answer.read(answers.score);
      return { score: data, ...noted(before, "get-secure-score", metadata.discovery) };
    }),
    "summarize-compliance": readStep("summarize-compliance", forSecurity, (before, answer) => {
      const { data, metadata } = answer.read(answers.compliance);
      return { compliance: data, ...noted(before, "summarize-compliance", metadata.discovery) };
    }),
  };
}

function forSecurity({ params }: State) {
  return { ...params, tier: "security" };
}

const thisMonth = {
  timeframe: "MonthToDate",
  measure: "ActualCost",
  groupBy: "ServiceName",
  granularity: "None",
};

/** Adds a discovery to those before it. */
function noted(before: State, part: Part, found: Discovered): Update {
  return { discoveries: { ...before.discoveries, [part]: found } };
}

function hintsOf(stages: readonly StageReport[]) {
  const isWhole = stages.every(({ status }) => status === "complete");
  return hints({
    confidence: [{ name: "complete stages", value: isWhole ? 1 : 0.5 }],
    sourceQuality: "high",
    validityPeriod: "short",
    reasoning: isWhole
      ? "All stages were read to their end."
      : "Some stages are not complete. Each names what is missing.",
  });
}
