import { describe, expect, it } from "vitest";
import { testLanes } from "../../packages/testing/src/lanes.ts";
import { reading, sending } from "../gate/tools.ts";
import { call, keyOf, openServed } from "./served.ts";

// Case 40 over the wire: keys with roles, a real gateway, and a counting server.

const policy = `version: 1
roles:
  reader: ["customers:read", "tickets:read"]
  agent: ["customers:read", "tickets:*"]
  admin: ["*:*"]
statements:
  - { id: by-permission, effect: allow, roles: [reader, agent, admin], tools: ["crm/*"] }
  - { id: destroys-nothing, effect: deny, principals: ["*"], effects: [destroy], when: '!("admin" in principal.roles)' }
...
`;

// r: may read, w: may write, d: may delete.
const table = {
  reader: { customers: "r", tickets: "r" },
  agent: { customers: "r", tickets: "rw" },
  admin: { customers: "rwd", tickets: "rwd" },
  nobody: { customers: "", tickets: "" },
} as const;

const destroying = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };
const permitted = (permission: string) => ({
  "dev.toolcourt/contract": { permissions: [permission], approval: "none" },
});

const tools = ["customers", "tickets"].flatMap((of) => [
  { ...reading(`read_${of}`), _meta: permitted(`${of}:read`) },
  { ...sending(`write_${of}`), _meta: permitted(`${of}:write`) },
  { ...sending(`delete_${of}`), _meta: permitted(`${of}:delete`), annotations: destroying },
]);

const rows = Object.entries(table).flatMap(([role, of]) =>
  Object.entries(of).flatMap(([resource, letters]) =>
    ["read", "write", "delete"].map((action) => ({
      role,
      name: `${action}_${resource}`,
      mayCall: letters.includes(action.charAt(0)),
    })),
  ),
);

/** Refusal codes of the policy. A tool that no arguments allow does not exist for its caller. */
const refusals: ReadonlyMap<string, string> = new Map([
  ["tool-unknown", "refused"],
  ["policy-denied", "refused"],
]);

/**
 * Returns the expected outcome. A call the policy allows may still need approval, which is never
 * given here.
 */
function ending(name: string, mayCall: boolean): object {
  if (!mayCall) return { outcome: "refused", reached: 0 };
  return name.startsWith("delete")
    ? { outcome: "approval-required", reached: 0 }
    : { outcome: "answered", reached: 1 };
}

describe("case 40 over the wire", () => {
  // Starts a whole gateway and calls it often, which takes time on a busy machine.
  it("allows every role the calls in the table, and no other call reaches the server", async () => {
    const keys = Object.keys(table).map((role) => ({
      name: role,
      sha256: keyOf(role).sha256,
      roles: [role],
    }));
    await using served = await openServed({
      policy: { file: "policy.yaml" },
      auth: { keys },
      tools,
      files: { "policy.yaml": policy },
    });
    const { url } = served.gateway;
    const seen: unknown[] = [];
    const expected: unknown[] = [];
    for (const [index, { role, name, mayCall }] of rows.entries()) {
      const lane = testLanes[index % testLanes.length] ?? { era: "modern", lane: "fast" };
      const before = served.server.calls.length;
      const outcome = await call(url, { token: keyOf(role).key, lane }, { name });
      const reached = served.server.calls.length - before;
      seen.push({ role, name, outcome: refusals.get(outcome) ?? outcome, reached });
      expected.push({ role, name, ...ending(name, mayCall) });
    }

    expect(seen).toEqual(expected);
  });
});
