import { describe, expect, it } from "vitest";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { PolicyState } from "../governance/policy/open-policy.ts";
import type { Principal } from "../pipeline/call.ts";
import { registeredTool, toolContract } from "../testing/calls.ts";
import { policy } from "../testing/policy.ts";
import { createViews } from "./views.ts";

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

describe("what a principal gets to see", () => {
  it("is what it could call with some arguments", () => {
    const { listed } = setUp();

    expect(listed(person("ada"))).toEqual([{ name: "get-forecast" }]);
    expect(listed({ id: "eve", permissions: [] })).toEqual([]);
  });

  it("is the list of all, where it could call all", () => {
    const { world, listed } = setUp();

    expect(listed({ id: "local", kind: "local", permissions: "all" })).toBe(world.snapshot.listed);
  });

  it("is one list for all who see the same, and for the same one twice", () => {
    const { listed } = setUp();
    const ada = person("ada");

    expect(listed(person("grace"))).toBe(listed(ada));
    expect(listed(ada)).toBe(listed(ada));
  });

  it("is nothing while no policy can be used, and the same as before once one can", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    const before = listed(ada);

    world.state = { kind: "unusable", problems: ["policy.yaml It cannot be read."] };
    expect(listed(ada)).toEqual([]);

    world.state = { kind: "usable", policy: support };
    expect(listed(ada)).toBe(before);
  });

  it("changes with the policy", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    listed(ada);

    world.state = { kind: "usable", policy: nobody };

    expect(listed(ada)).toEqual([]);
  });

  it("changes with the tools that there are", () => {
    const { world, listed } = setUp();
    const ada = person("ada");
    const before = listed(ada);

    world.snapshot = snapshot(2, "other");
    expect(listed(ada)).toEqual([]);

    world.snapshot = snapshot(3, "get-forecast", "other");
    expect(listed(ada)).toEqual([{ name: "get-forecast" }]);
    // What was prepared for the tools of then does not serve for those of now.
    expect(listed(ada)).not.toBe(before);
  });

  it("does not have what is listed and not known", () => {
    const { world, listed } = setUp();
    world.snapshot = { ...world.snapshot, tools: new Map() };

    expect(listed({ id: "local", kind: "local", permissions: "all" })).toEqual([]);
  });
});
