import type { OpenedGrants } from "@toolcourt/gateway/internal/compose/open-grants";
import { bankTool, grantRig, mustGive } from "@toolcourt/testing/grants";
import { type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createGrantsCommand } from "./command.ts";

function setUp() {
  const rig = grantRig();
  rig.world.givers = ["operator:olga", "olga"];
  const open = async (): Promise<OpenedGrants> => ({
    grants: rig.grants,
    operator: "operator:olga",
    [Symbol.asyncDispose]: async () => undefined,
  });
  const command = createGrantsCommand(open, open);
  const type = (args: readonly string[], options: RunOptions = {}) =>
    run(["grants", ...args], { ...options, command });
  return { ...rig, type };
}

const terms = {
  "--tool": "transfer*",
  "--principal": "ada",
  "--uses": "3",
  "--for": "PT2H",
  "--when": "args.amount < 10.0",
  "--reason": "the monthly run",
};

function give(differences: Partial<Record<keyof typeof terms | "--tenant", string>> = {}) {
  return ["give", "bank", ...Object.entries({ ...terms, ...differences }).flat()];
}

describe("toolcourt grants give", () => {
  it("prints the grant, what it covers and what it leaves out", async () => {
    const { type, grants, world } = setUp();
    world.tools.set("transfer_all", bankTool("transfer_all", { effect: "destroy" }));

    const { code, output } = await type(give({ "--tenant": "north" }));

    const [grant] = await grants.list({ max: 2 });
    expect(code).toBe(0);
    expect(grant).toMatchObject({ givenBy: "operator:olga", tenant: "north", maxUses: 3 });
    expect(grant).not.toHaveProperty("giverRoles");
    expect(output).toBe(
      [
        `Grant:      ${grant?.id}`,
        "State:      active, 0 of 3 uses, 120 min 0 s left",
        "Server:     bank",
        "Tool:       transfer*",
        "Covers:     transfer, contract digest of transfer",
        "Principal:  ada of north",
        "When:       args.amount < 10.0",
        "Reason:     the monthly run",
        "Given by:   operator:olga, 2026-11-01T00:00:00.000Z",
        "Not covered: transfer_all, it destroys something.",
      ].join("\n"),
    );
  });

  it("prints JSON", async () => {
    const { type } = setUp();
    const { code, output } = await type([...give(), "--json"]);

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      server: "bank",
      tool: "transfer*",
      tools: { transfer: "digest of transfer" },
      principal: "ada",
      tenant: null,
      when: "args.amount < 10.0",
      uses: 3,
      used: 0,
      givenBy: "operator:olga",
      leftOut: [],
    });
  });

  it.each(["--tool", "--principal", "--uses", "--for", "--reason"] as const)(
    "needs %s",
    async (flag) => {
      const { type, grants } = setUp();
      const args = give().filter((each, index, all) => each !== flag && all[index - 1] !== flag);

      const { code, errors } = await type(args);

      expect(code).toBe(2);
      expect(errors).toContain(`A grant needs ${flag}.`);
      expect(await grants.list({ max: 2 })).toEqual([]);
    },
  );

  it.each<[Parameters<typeof give>[0], string]>([
    [{ "--uses": "many" }, "--uses: Expected a whole number from 1 to 1000."],
    [{ "--for": "9h" }, "--for: Expected an ISO 8601 duration of at most 8 hours"],
    [{ "--when": "args.amount + 1 < 10.0" }, "--when, character 15: Write 1.0"],
    [{ "--when": "tool.name == 'x'" }, "--when, character 1: This variable cannot be used here"],
    [{ "--tool": "balance" }, "--tool: No tool of this server has a name that fits."],
  ])("refuses %j with the flag and what is expected", async (differences, expected) => {
    const { type, grants } = setUp();
    const { code, errors } = await type(give(differences));

    expect(code).toBe(1);
    expect(errors).toContain(expected);
    expect(await grants.list({ max: 2 })).toEqual([]);
  });

  it("refuses tools that can have no grant, by name", async () => {
    const { type, world } = setUp();
    const demanding = { terms: { approval: "operator" } } as const;
    world.tools.set("write\u{1b}_entry", bankTool("write\u{1b}_entry", demanding));

    const { code, errors } = await type(give({ "--tool": "write*" }));

    expect(code).toBe(1);
    expect(errors).toBe(
      "Nothing was given.\nNot covered: write\\u{1b}_entry, its own contract demands approval.",
    );
  });

  it("refuses a grant for the operator that gives it", async () => {
    const { type } = setUp();
    const { code, errors } = await type(give({ "--principal": "operator:olga" }));

    expect(code).toBe(1);
    expect(errors).toBe("Nothing was given: a principal cannot give itself a grant.");
  });
});

describe("toolcourt grants list", () => {
  it("prints a line for each active grant, or those of another state or tenant", async () => {
    const rig = setUp();
    expect(await rig.type(["list"])).toMatchObject({ code: 0, output: "Nothing found." });
    const { id } = await mustGive(rig);
    const north = await mustGive(rig, { tenant: "north" });
    await rig.type(["revoke", north.id]);

    expect((await rig.type(["list"])).output).toBe(
      `${id}  bank  transfer  for ada  active, 0 of 2 uses, 60 min 0 s left`,
    );
    expect((await rig.type(["list", "--state", "revoked", "--tenant", "north"])).output).toBe(
      `${north.id}  bank  transfer  for ada  revoked by operator:olga, 0 of 2 uses`,
    );
    const { output } = await rig.type(["list", "--json"]);
    expect(JSON.parse(output)).toMatchObject([{ id, state: "active" }]);
  });
});

describe("toolcourt grants show", () => {
  it("finds a grant by the beginning of its id", async () => {
    const rig = setUp();
    const { id } = await mustGive(rig);

    expect((await rig.type(["show", id.slice(0, 6)])).output).toContain(`Grant:      ${id}\n`);
    expect(JSON.parse((await rig.type(["show", id, "--json"])).output)).toMatchObject({ id });
  });

  it("refuses an unknown and an ambiguous id", async () => {
    const rig = setUp();
    // Of seventeen ids two begin with the same digit.
    const ids = await Promise.all(Array.from({ length: 17 }, async () => (await mustGive(rig)).id));
    const shared = ids.find((id) => ids.some((each) => each !== id && each[0] === id[0])) ?? "";

    expect(await rig.type(["show", shared.slice(0, 1)])).toMatchObject({ code: 2 });
    expect(await rig.type(["show", "x"])).toMatchObject({ code: 2 });
    expect(await rig.type(["show"])).toMatchObject({ code: 2 });
  });
});

describe("toolcourt grants revoke", () => {
  it("ends a grant at once, and only once", async () => {
    const rig = setUp();
    const { id } = await mustGive(rig);

    const first = await rig.type(["revoke", id]);
    const again = await rig.type(["revoke", id]);

    expect(first).toMatchObject({
      code: 0,
      output: `The grant ${id} is revoked after 0 of 2 uses.`,
    });
    expect(again).toMatchObject({
      code: 1,
      errors: "Nothing was changed: the grant is revoked already.",
    });
    expect(await rig.grants.find(id)).toMatchObject({ endedBy: "operator:olga" });
  });
});
