import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

export const text: string = `version: 1
roles:
  support: ["customers:read", "tickets:*"]
  billing: ["*:read", "invoices:write"]
subjects:
  - { principals: [key:ada], roles: [support] }
  - { claims: { department: [finance, tax] }, tenants: [acme], roles: [billing] }
statements:
  - id: support-reads
    effect: allow
    roles: [support]
    tools: ["customers/*", "tickets/*"]
    effects: [read]
  - id: small-refunds
    effect: allow
    roles: [billing]
    tools: ["payments/refund"]
    when: args.amount <= 100.0 && args.currency in ["EUR", "CHF"]
  - id: no-exports-at-night
    effect: deny
    principals: ["*"]
    tools: ["*/export_*"]
    when: now.getHours("Europe/Zurich") < 7
...
`;

const version = `sha256:${"8d2a91c07be4".padEnd(64, "0")}`;

export function policyShown(changes: JsonObject = {}): JsonObject {
  return {
    from: "store",
    name: "the store",
    text,
    version,
    inForce: version,
    usable: true,
    statements: 3,
    waitsForReload: false,
    problems: [],
    marks: [],
    writable: true,
    by: "operator:grace",
    at: new Date(Date.now() - 90 * 60_000).toISOString(),
    ...changes,
  };
}

export const explained: JsonObject = {
  version,
  decision: "deny",
  because: "no-statement",
  statement: null,
  missing: [],
  roles: ["support"],
  statements: [
    { id: "support-reads", effect: "allow", fate: "other-tool" },
    { id: "small-refunds", effect: "allow", fate: "other-principal" },
    { id: "no-exports-at-night", effect: "deny", fate: "condition-false" },
  ],
};

const allowed: JsonObject = {
  ...explained,
  decision: "allow",
  because: null,
  statement: "support-reads",
  statements: [
    { id: "support-reads", effect: "allow", fate: "decided" },
    { id: "small-refunds", effect: "allow", fate: "other-tool" },
    { id: "no-exports-at-night", effect: "deny", fate: "other-tool" },
  ],
};

function triedCall(index: number, changes: JsonObject = {}): JsonObject {
  return {
    callId: `c${index.toString(16).padStart(11, "0")}`,
    at: new Date(Date.now() - index * 60_000).toISOString(),
    tool: index % 2 === 0 ? "get_customer" : "refund",
    server: "customers",
    principal: "0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
    tenant: null,
    was: "allow",
    wasBy: "support-reads",
    becomes: "deny",
    by: null,
    lacks: [],
    ...changes,
  };
}

function trialOf(changes: readonly JsonObject[], unknowns: readonly JsonObject[]): JsonObject {
  return {
    calls: 200,
    rows: 642,
    since: new Date(Date.now() - 7_200_000).toISOString(),
    same: 200 - changes.length - unknowns.length,
    changed: changes.length,
    unknown: unknowns.length,
    changes,
    unknowns,
  };
}

const open = { becomes: "unknown", lacks: ["args.amount", "args.currency"] };
const usualTrial = trialOf(
  [0, 2, 4].map((index) => triedCall(index)),
  [1, 3].map((index) => triedCall(index, open)),
);

/** The routes of a gateway with a policy in its store. */
export function policyRoutes(): FixtureRoutes {
  return {
    "GET policy": () => ({ body: policyShown() }),
    "POST policy": () => ({ body: { version, replaces: version, changed: true } }),
    "GET policy/versions": () => ({
      body: {
        versions: [
          { version, by: "operator:grace", at: new Date(Date.now() - 5_400_000).toISOString() },
          {
            version: `sha256:${"4be7c07a912d".padEnd(64, "0")}`,
            by: "operator:olga",
            at: new Date(Date.now() - 86_400_000).toISOString(),
          },
        ],
      },
    }),
    "POST policy/explain": () => ({ body: allowed }),
    "POST policy/check": () => ({ body: { usable: true, version, statements: 3, marks: [] } }),
    "POST policy/try": () => ({ body: usualTrial }),
  };
}

/** Shows hostile strings as the text, the statements, the tried calls and the mistakes. */
export function hostilePolicy(strings: readonly string[]): FixtureRoutes {
  const marks = strings.map((message, index) => ({ line: index + 1, column: 1, message }));
  const statements = strings.map((id) => ({ id, effect: "deny", fate: "holds" }));
  const calls = strings.map((each, index) =>
    triedCall(index, { tool: each, server: each, principal: each, wasBy: each, by: each }),
  );
  const unknowns = calls.map((call, index) => ({
    ...call,
    callId: `u${index}`,
    becomes: "unknown",
    lacks: [strings[index] ?? ""],
  }));
  return {
    "GET policy": () => ({
      body: policyShown({
        text: strings.join("\n"),
        name: strings[0] ?? "",
        from: "file",
        by: strings[1] ?? "",
        usable: false,
        inForce: null,
        problems: [...strings],
        marks,
      }),
    }),
    "POST policy/check": () => ({ body: { usable: true, version, statements: 3, marks } }),
    "POST policy/explain": () => ({
      body: {
        ...explained,
        statement: strings[2] ?? "",
        roles: [...strings],
        missing: [...strings],
        statements,
      },
    }),
    "POST policy/try": () => ({ body: trialOf(calls, unknowns) }),
  };
}
