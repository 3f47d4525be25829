import { describe, expect, it } from "vitest";
import { evaluate } from "../../packages/gateway/src/governance/policy/evaluate.ts";
import {
  policy,
  policyPrincipal,
  policyQuestion,
  policyTool,
} from "../../packages/testing/src/policy.ts";

// Case 40: the whole table of roles, tools and actions, written out by hand.

const text = `
roles:
  reader: ["customers:read", "tickets:read"]
  agent: ["customers:read", "tickets:*"]
  billing: ["*:read", "invoices:write"]
  admin: ["*:*"]
  auditor: ["*:read"]
statements:
  - { id: by-permission, effect: allow, roles: [reader, agent, billing, admin], tools: ["*"] }
  - { id: audits-read, effect: allow, roles: [auditor], effects: [read] }
  - { id: destroys-nothing, effect: deny, principals: ["*"], effects: [destroy], when: '!("admin" in principal.roles)' }
`;

const actions = { read: "read", write: "write", delete: "destroy" } as const;

// r: may read, w: may write, d: may delete.
const table = {
  reader: { customers: "r", tickets: "r", invoices: "" },
  agent: { customers: "r", tickets: "rw", invoices: "" },
  billing: { customers: "r", tickets: "r", invoices: "rw" },
  admin: { customers: "rwd", tickets: "rwd", invoices: "rwd" },
  auditor: { customers: "r", tickets: "r", invoices: "r" },
  nobody: { customers: "", tickets: "", invoices: "" },
} as const;

const rows = Object.entries(table).flatMap(([role, tools]) =>
  Object.entries(tools).flatMap(([tool, letters]) =>
    Object.entries(actions).map(([action, effect]) => ({
      role,
      tool,
      action,
      effect,
      expected: letters.includes(action.charAt(0)) ? "allowed" : "refused",
    })),
  ),
);

const compiled = policy(text);

describe("case 40: every role with every tool and every action", () => {
  it.each(rows)("$role $action $tool: $expected", ({ role, tool, action, effect, expected }) => {
    const question = policyQuestion({
      principal: policyPrincipal({ roles: [role] }),
      tool: policyTool({
        publicName: `${action}_${tool}`,
        contract: { server: "crm", effect, terms: { permissions: [`${tool}:${action}`] } },
      }),
    });

    expect(evaluate(compiled, question).kind).toBe(expected);
  });

  it("has a row for every combination", () => {
    expect(rows).toHaveLength(6 * 3 * 3);
  });
});
