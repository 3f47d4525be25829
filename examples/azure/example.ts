import type { StageReport } from "./stages.ts";

const stages: StageReport[] = [
  {
    stage: "inventory",
    status: "complete",
    parts: [{ tool: "list-resources", status: "complete", discoveryId: "d-1", items: 1 }],
  },
  {
    stage: "cost",
    status: "partial",
    parts: [
      {
        tool: "query-costs",
        status: "denied",
        code: "target-denied",
        reason: "The role Cost Management Reader would help.",
      },
      { tool: "list-cost-advice", status: "complete", discoveryId: "d-1", items: 2 },
    ],
  },
  {
    stage: "security",
    status: "complete",
    parts: [
      { tool: "list-assessments", status: "complete", discoveryId: "d-1", items: 3 },
      { tool: "get-secure-score", status: "complete", discoveryId: "d-1" },
      { tool: "summarize-compliance", status: "complete", discoveryId: "d-1" },
    ],
  },
];

/** The example in the contract of the workflow: the identity may not query costs. */
export const example = {
  description: "A subscription whose costs are denied",
  params: {
    connection_id: "azure",
    scope: {
      tenantId: "72f988bf-0000-4000-8000-2d7cd011db47",
      subscriptionId: "0b1f6471-1bf0-4dda-aec3-111122223333",
    },
  },
  expectedResult: {
    stages,
    findings: {
      resources: 1,
      types: [{ type: "microsoft.storage/storageaccounts", count: 1 }],
      advice: 2,
      unhealthy: 1,
      score: { current: 38.84, max: 56 },
      compliance: { nonCompliantResources: 2, nonCompliantPolicies: 2 },
    },
  },
};
