import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import { policy } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../catalog/snapshot.ts";
import { createDefaultPolicy, type PolicyState } from "../governance/policy/open-policy.ts";
import type { Principal } from "../pipeline/call.ts";
import { createMayReach } from "./shown-to.ts";

const text = `
roles: { support: ["crm:read"], finance: ["ledger:read"] }
statements:
  - { id: crm, effect: allow, roles: [support], tools: ["crm/get_*"] }
  - { id: pages, effect: allow, roles: [support], tools: ["pages/*"] }
  - { id: ledger, effect: allow, roles: [finance], tools: ["ledger/*"], when: args.amount < 10 }
  - { id: not-all, effect: deny, roles: [finance], tools: ["ledger/close"] }`;

/** Two servers with tools. `pages` has none. */
const tools = (
  ["crm/get_customer", "crm/set_customer", "ledger/book", "ledger/close"] as const
).map((path) => {
  const [server = "", name = ""] = path.split("/");
  return registeredTool({ publicName: name, contract: toolContract({ server, name }) });
});
const snapshot: Snapshot = {
  version: 1,
  tools: new Map(tools.map((tool) => [tool.publicName, tool])),
  listed: [],
};

function setUp() {
  const world: { state: PolicyState } = { state: { kind: "usable", policy: policy(text) } };
  return { world, mayReach: createMayReach(() => snapshot, { state: () => world.state }) };
}

function person(...roles: readonly string[]): Principal {
  return { id: "ada", permissions: "all", roles };
}

const servers = ["crm", "pages", "ledger"];

describe("createMayReach", () => {
  it.each([
    [["support"], ["crm", "pages"]],
    [["finance"], ["ledger"]],
    [
      ["support", "finance"],
      ["crm", "pages", "ledger"],
    ],
    [[], []],
  ])("returns for %j the servers with a tool it could call: %j", (roles, expected) => {
    const { mayReach } = setUp();

    expect(servers.filter((server) => mayReach(person(...roles), server))).toEqual(expected);
  });

  it("returns none without a usable policy", () => {
    const { world, mayReach } = setUp();
    world.state = { kind: "unusable", problems: [] };

    expect(servers.some((server) => mayReach(person("support"), server))).toBe(false);
  });

  it("returns all for the local principal if there is no policy", () => {
    const mayReach = createMayReach(() => snapshot, createDefaultPolicy());
    const local: Principal = { id: "local", permissions: "all", kind: "local" };

    expect(servers.every((server) => mayReach(local, server))).toBe(true);
    expect(servers.some((server) => mayReach(person("support"), server))).toBe(false);
  });
});
