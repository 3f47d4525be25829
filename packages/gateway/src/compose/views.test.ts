import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import { policy } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { PolicyState } from "../governance/policy/open-policy.ts";
import type { Principal } from "../pipeline/call.ts";
import { createViews } from "./shown-to.ts";

const support = policy(`
roles: { support: ["weather:read"] }
statements:
  - { id: some, effect: allow, roles: [support], tools: ["*/get-forecast"] }
  - { id: all, effect: allow, kinds: [local], tools: ["*"] }`);
const nobody = policy("statements: []");

function snapshot(version: number, ...names: readonly string[]): Snapshot {
  const tools = names.map((publicName) =>
    registeredTool({ publicName, contract: toolContract({ name: publicName }) }),
  );
  return {
    version,
    tools: new Map(tools.map((tool) => [tool.publicName, tool])),
    listed: names.map((name) => ({ name })),
  };
}

function person(id: string): Principal {
  return { id, permissions: [], roles: ["support"] };
}

function setUp() {
  const world: { snapshot: Snapshot; state: PolicyState } = {
    snapshot: snapshot(1, "get-forecast", "set-forecast"),
    state: { kind: "usable", policy: support },
  };
  const listed = createViews(() => world.snapshot, { state: () => world.state });
  return { world, listed };
}

describe("createViews", () => {
  it("lists the tools that the principal could call with some arguments", () => {
    const { listed } = setUp();

    expect(listed(person("ada"))).toEqual([{ name: "get-forecast" }]);
    expect(listed({ id: "eve", permissions: [] })).toEqual([]);
  });

  it("returns the full list if the principal could call all tools", () => {
    const { world, listed } = setUp();

    expect(listed({ id: "local", kind: "local", permissions: "all" })).toBe(world.snapshot.listed);
  });

  it("shares one list among principals with the same view, and across calls", () => {
    const { listed } = setUp();
    const ada = person("ada");

    expect(listed(person("grace"))).toBe(listed(ada));
    expect(listed(ada)).toBe(listed(ada));
  });

  it("lists nothing without a usable policy, and the same list as before once there is one", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    const before = listed(ada);

    world.state = { kind: "unusable", problems: ["policy.yaml It cannot be read."] };
    expect(listed(ada)).toEqual([]);

    world.state = { kind: "usable", policy: support };
    expect(listed(ada)).toBe(before);
  });

  it("follows the policy", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    listed(ada);

    world.state = { kind: "usable", policy: nobody };

    expect(listed(ada)).toEqual([]);
  });

  it("follows the tools", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    const before = listed(ada);

    world.snapshot = snapshot(2, "other");
    expect(listed(ada)).toEqual([]);

    world.snapshot = snapshot(3, "get-forecast", "other");
    expect(listed(ada)).toEqual([{ name: "get-forecast" }]);
    // A view of the old tools must not serve the new ones.
    expect(listed(ada)).not.toBe(before);
  });

  it("leaves out listed but unknown tools", () => {
    const { world, listed } = setUp();
    world.snapshot = { ...world.snapshot, tools: new Map() };

    expect(listed({ id: "local", kind: "local", permissions: "all" })).toEqual([]);
  });
});
