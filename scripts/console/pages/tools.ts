import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";
import { drifted, pageOf, rowOf } from "./tool-rows.ts";

const description =
  "Moves money between two accounts of the company.\nThe booking cannot be taken back after noon.";
const received: JsonObject = {
  name: "transfer_money",
  description,
  inputSchema: {
    type: "object",
    properties: {
      amount: { type: "number", exclusiveMinimum: 0, maximum: 5_000 },
      iban: { type: "string", pattern: "^[A-Z]{2}[0-9]{2}" },
    },
    required: ["amount", "iban"],
    additionalProperties: false,
  },
  annotations: { destructiveHint: false },
};
const digest = "sha256:8d2a91c07be4".padEnd(71, "0");
/** Its entry in the lock. */
export const locked = {
  digest: "sha256:4be7c07a912d".padEnd(71, "3"),
  approvedAt: "2026-11-02T09:12:00.000Z",
  approvedBy: "grace@example.com",
};
const findings = [
  {
    rule: "output/present",
    severity: "error",
    pointer: "/output",
    message: "Declare an output schema.",
    requirements: ["S1-4"],
  },
  {
    rule: "terms/examples",
    severity: "warning",
    pointer: "/terms/examples",
    message: "Give at least one example of a call.",
    requirements: ["S1-9"],
  },
];
const file = { kind: "file", file: "toolcourt.yaml", line: 14, column: 9 };
export const explanation: JsonObject = {
  tool: "transfer_money",
  state: "drifted",
  server: "bank",
  name: "transfer_money",
  home: "server",
  address: "https://bank.example/mcp",
  mode: "strict",
  profiles: ["core"],
  effect: "write",
  effectBecause: "not declared: counts as write; readOnlyHint is ignored",
  settings: {
    maxInstances: { value: 5, from: { kind: "default" } },
    timeoutMs: { value: 15_000, from: file },
    retries: { value: 0, from: { kind: "policy", file: "policy.yaml", limit: "once" } },
    approval: { value: "operator", from: { kind: "undeclared" } },
  },
  limits: [{ limit: "guests", file: "policy.yaml", timeoutMs: 1_000 }],
  grants: [
    {
      id: "0b9e".repeat(8),
      principal: "agent:billing",
      tenant: null,
      left: 3,
      expiresAt: "2026-12-01T00:00:00.000Z",
      isCurrent: false,
    },
  ],
  endpoints: [{ name: "finance", path: "/finance/mcp", tool: "transfer_money" }],
  clauses: {
    input: "enforce",
    output: "enforce",
    "output-missing": "enforce",
    "output-undeclared": "remove",
    "is-error-flag": "observe",
    "error-described": "enforce",
    "text-agrees": "remove",
    size: "enforce",
    annotations: "enforce",
  },
  hints: "off",
  allowedRequests: ["elicitation"],
  lock: "different",
  digest,
  findings,
};

export function toolWith(differences: JsonObject = {}): JsonObject {
  return {
    ...rowOf(drifted),
    description,
    contract: {
      digest,
      lockDigest: digest,
      received,
      presented: { ...received, _meta: { "dev.toolcourt/untyped": true } },
    },
    lock: locked,
    decision: null,
    explanation,
    rules: {
      "output/present": {
        summary: "Require an output schema",
        why: "Without one nobody knows what a result may hold, and nothing of it is checked.",
      },
      "terms/examples": {
        summary: "Require an example",
        why: "Models call a tool better that shows a call.",
      },
    },
    counts: [
      { clause: "input", checked: 812, broken: 3 },
      { clause: "text-agrees", checked: 809, broken: 41 },
    ],
    ...differences,
  };
}

const changes: readonly JsonObject[] = [
  {
    pointer: "/description",
    was: JSON.stringify(description.replace("noon", "five o'clock")),
    now: JSON.stringify(description),
  },
  { pointer: "/inputSchema/properties/amount/maximum", was: "50000", now: "5000" },
  {
    pointer: "/inputSchema/properties/note",
    was: JSON.stringify({ type: "string", maxLength: 140 }),
    now: null,
  },
  { pointer: "/annotations/idempotentHint", was: null, now: "true" },
];
const effects: readonly JsonObject[] = [
  {
    kind: "breaking",
    pointer: "/inputSchema/properties/amount/maximum",
    version: "new",
    message: "The maximum is 5000 and was 50000.",
    witness: { side: "input", value: '{"amount":5001,"iban":"CH93"}', part: null },
  },
  {
    kind: "cosmetic",
    pointer: "/description",
    version: "new",
    message: "“description” changed without any effect on calls.",
    witness: null,
  },
];

export function driftWith(differences: JsonObject = {}): JsonObject {
  return {
    ...rowOf(drifted),
    digest,
    locked,
    decision: null,
    isAdmissible: true,
    changes: [...changes],
    class: "breaking",
    effects: [...effects],
    ...differences,
  };
}

export const path = "tools/bank/transfer_money";

/** The answers about tools of a gateway with some traffic. */
export const toolRoutes: FixtureRoutes = {
  "GET tools": () => ({ body: pageOf(undefined, { next: "c2VuZF9tYWls" }) }),
  [`GET ${path}`]: () => ({ body: toolWith() }),
  [`GET ${path}/drift`]: () => ({ body: driftWith() }),
  "POST admissions/bank/transfer_money/admit": () => ({ body: { state: "admitted" } }),
  "POST admissions/bank/transfer_money/withdraw": () => ({ body: { state: "withdrawn" } }),
};

/** What was decided about the tool. */
export const admitted: JsonObject = {
  digest,
  state: "admitted",
  by: "p:1f0c",
  at: "2026-11-19T08:00:00.000Z",
  note: "The limit is meant.",
};
