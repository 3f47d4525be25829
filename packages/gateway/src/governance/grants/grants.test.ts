import { parseJson } from "@toolcourt/sdk";
import { connectedCall } from "@toolcourt/testing/calls";
import { bankTool, type GrantRig, gift, grantRig, mustGive } from "@toolcourt/testing/grants";
import { describe, expect, it } from "vitest";
import type { ConnectedCall } from "../../pipeline/call.ts";
import type { Gift } from "./give.ts";
import { objectionsTo } from "./objections.ts";

const hour = 3_600_000;

/** Uses a grant for a call of the current tool `transfer`. */
function use({ grants, world }: GrantRig, differences: Partial<ConnectedCall> = {}) {
  const registered = world.tools.get("transfer") ?? bankTool("transfer");
  const input = { amount: 5, to: "grace" };
  const call = connectedCall({ registered, input, ...differences });
  return grants.use({ call, args: call.input });
}

async function notes({ stores }: GrantRig) {
  const rows = await stores.audit.read(1, 100);
  return rows.map(({ body }) => parseJson(body));
}

async function problems(rig: GrantRig, differences: Partial<Gift>) {
  const result = await rig.grants.give(gift(differences));
  if (result.kind === "invalid" || result.kind === "no-tool" || result.kind === "too-many") {
    return objectionsTo(result);
  }
  return [result.kind];
}

describe("giving a grant", () => {
  it("stores its bounds and the contracts of the tools that fit, and audits it", async () => {
    const rig = grantRig();
    rig.world.tools.set("transfer_back", bankTool("transfer_back"));
    rig.world.tools.set("balance", bankTool("balance"));
    const result = await rig.grants.give(gift({ tool: "transfer*", when: "args.amount < 10.0" }));

    const grant = {
      server: "bank",
      pattern: "transfer*",
      tools: {
        transfer: "digest of transfer",
        transfer_back: "digest of transfer_back",
      },
      condition: "args.amount < 10.0",
      used: 0,
      maxUses: 2,
      state: "active",
      givenBy: "olga",
      createdAt: rig.hands.now,
      expiresAt: rig.hands.now + hour,
    };
    expect(result).toMatchObject({ kind: "given", grant, leftOut: [] });
    const [note] = await notes(rig);
    expect(note).toMatchObject({ kind: "grant.given", by: "olga", principal: "ada", tools: 2 });
    expect(JSON.stringify(note)).not.toContain("monthly");
  });

  it.each([
    ["server", { server: "" }, "server: Expected the name of a server"],
    ["tool", { tool: " transfer" }, "tool: Expected the name of a tool"],
    ["pattern for a principal", { principal: "*" }, "principal: Expected the exact id"],
    ["tenant", { tenant: "" }, "tenant: Expected"],
    ["number of uses", { uses: 0 }, "uses: Expected a whole number from 1 to 1000."],
    ["fraction of a use", { uses: 1.5 }, "uses: Expected"],
    ["thousand uses and one", { uses: 1_001 }, "uses: Expected"],
    ["no number", { uses: Number.NaN }, "uses: Expected"],
    ["no duration", { lasts: "1h" }, "for: Expected an ISO 8601 duration of at most 8 hours"],
    ["no time", { lasts: "PT0S" }, "for: Expected"],
    ["more than 8 hours", { lasts: "PT8H1S" }, "for: Expected"],
    ["an empty duration", { lasts: "PT" }, "for: Expected"],
    ["no reason", { reason: "" }, "reason: Expected"],
    ["a reason of two lines", { reason: "a\nb" }, "reason: Expected"],
    ["no CEL", { when: "args.amount <" }, "when, character 14: "],
    ["another variable", { when: 'principal.id == "x"' }, "when, character 1: "],
    ["no known tool", { tool: "transfers" }, "tool: No tool of this server"],
    ["another server", { server: "shop" }, "tool: No tool of this server"],
  ])("is refused with the field for %s", async (_what, differences, expected) => {
    const rig = grantRig();

    const found = await problems(rig, differences);

    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
    expect(await rig.grants.list({ max: 10 })).toEqual([]);
    expect(await notes(rig)).toEqual([]);
  });

  it("reports all wrong fields at once", async () => {
    expect(await problems(grantRig(), { uses: 0, lasts: "1h", reason: "" })).toHaveLength(3);
  });

  it.each(["PT8H", "PT1S", "PT7H59M60S", "PT480M"])("accepts %s", async (lasts) => {
    expect(await mustGive(grantRig(), { lasts })).toMatchObject({ state: "active" });
  });

  it("is refused to the principal itself, and to a person without the permission", async () => {
    const rig = grantRig();
    rig.world.givers = ["olga", "ada"];

    expect(await problems(rig, { by: "ada" })).toEqual(["own"]);
    expect(await problems(rig, { by: "mallory" })).toEqual(["not-permitted"]);
  });

  it("leaves out tools that can have no grant, and is refused if none is left", async () => {
    const rig = grantRig();
    const { tools } = rig.world;
    tools.set("t_wipe", bankTool("t_wipe", { effect: "destroy" }));
    tools.set("t_asks", bankTool("t_asks", { terms: { approval: "caller" } }));
    tools.set("t_held", bankTool("t_held", {}, { hold: { kind: "not-admitted" } }));
    const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "none" } as const;
    tools.set("t_free", bankTool("t_free", {}, { settings }));
    const leftOut = [
      { tool: "t_wipe", because: "destroys" },
      { tool: "t_asks", because: "demands" },
      { tool: "t_held", because: "held" },
      { tool: "t_free", because: "free" },
    ];

    expect(await rig.grants.give(gift({ tool: "t*" }))).toMatchObject({ kind: "given", leftOut });
    expect(await rig.grants.give(gift({ tool: "t_*" }))).toEqual({ kind: "no-tool", leftOut });
    expect(await problems(rig, { tool: "t_wipe" })).toEqual([
      "tool: A tool that fits can have no grant: it destroys something.",
    ]);
  });

  it("covers a tool with undeclared effects only by its exact name", async () => {
    const rig = grantRig();
    rig.world.tools.set("transfer_raw", bankTool("transfer_raw", { terms: {} }));

    expect(await rig.grants.give(gift({ tool: "transfer*" }))).toMatchObject({
      kind: "given",
      grant: { tools: { transfer: "digest of transfer" } },
      leftOut: [{ tool: "transfer_raw", because: "undeclared" }],
    });
    expect(await problems(rig, { tool: "transfer_*" })).toEqual([
      "tool: A tool that fits can have no grant: its effects are not declared.",
    ]);
    expect(await mustGive(rig, { tool: "transfer_raw" })).toMatchObject({
      tools: { transfer_raw: "digest of transfer_raw" },
    });
  });

  it("is refused to a principal with twenty active grants", async () => {
    const rig = grantRig();
    for (let count = 0; count < 20; count += 1) await mustGive(rig);

    expect(await problems(rig, {})).toEqual([
      "principal: It has 20 active grants already. Revoke one first.",
    ]);
    await mustGive(rig, { principal: "alan" });
  });
});

describe("using a grant", () => {
  it("covers as many calls as it has uses, and names each in the audit log", async () => {
    const rig = grantRig();
    const { id, createdAt: at } = await mustGive(rig);

    expect(await use(rig, { callId: "c1" })).toEqual({ id, by: "olga", at });
    expect(await use(rig, { callId: "c2" })).toMatchObject({ id });
    expect(await use(rig, { callId: "c3" })).toBeUndefined();

    expect(await rig.grants.find(id)).toMatchObject({ used: 2, state: "spent" });
    const used = { kind: "grant.used", id, tool: "transfer", contract: "digest of transfer" };
    expect((await notes(rig)).slice(1)).toMatchObject([
      { ...used, callId: "c1" },
      { ...used, callId: "c2" },
    ]);
  });

  it("takes the grant that ends first", async () => {
    const rig = grantRig();
    await mustGive(rig);
    const { id } = await mustGive(rig, { lasts: "PT1M" });

    expect(await use(rig)).toMatchObject({ id });
  });

  it.each<[string, Partial<ConnectedCall>]>([
    ["another principal", { principal: { id: "Ada", permissions: "all" } }],
    ["another tenant", { principal: { id: "ada", tenant: "north", permissions: "all" } }],
    [
      "a tool of the same name on another server",
      {
        registered: bankTool("transfer", { server: "shop" }),
      },
    ],
    ["another tool", { registered: bankTool("transfer_all") }],
    ["another contract", { registered: bankTool("transfer", { digest: "other" }) }],
    ["a tool that destroys", { registered: bankTool("transfer", { effect: "destroy" }) }],
    [
      "a contract that demands approval",
      {
        registered: bankTool("transfer", { terms: { approval: "operator" } }),
      },
    ],
    ["arguments that the condition refuses", { input: { amount: 10, to: "grace" } }],
    ["arguments without an answer", { input: { to: "grace" } }],
  ])("does not cover %s", async (_what, differences) => {
    const rig = grantRig();
    const { id } = await mustGive(rig, { when: "args.amount < 10.0" });

    expect(await use(rig, differences)).toBeUndefined();
    expect(await use(rig)).toMatchObject({ id });
  });

  it.each<[string, (rig: GrantRig) => void]>([
    ["its giver may no longer give", ({ world }) => void (world.givers = [])],
    ["the principal may no longer call", ({ world }) => void (world.mayCall = false)],
    ["the tool is gone", ({ world }) => void world.tools.delete("transfer")],
    [
      "the contract changed during the call",
      ({ world }) => void world.tools.set("transfer", bankTool("transfer", { digest: "other" })),
    ],
    [
      "the tool is held since the call began",
      ({ world }) =>
        void world.tools.set(
          "transfer",
          bankTool("transfer", {}, { hold: { kind: "not-admitted" } }),
        ),
    ],
    ["it expired", ({ hands }) => void (hands.now += hour)],
    ["the clock is before its creation", ({ hands }) => void (hands.now -= 10_000)],
  ])("covers nothing once %s", async (_what, change) => {
    const rig = grantRig();
    await mustGive(rig);
    change(rig);

    expect(await use(rig, { registered: bankTool("transfer") })).toBeUndefined();
  });

  it("covers nothing whose stored giver is the principal", async () => {
    const rig = grantRig();
    rig.world.givers = ["ada", "olga"];
    const grant = await mustGive(rig);
    const entry = { body: "{}", part: "note", at: rig.hands.now } as const;
    await rig.stores.grants.add(
      { ...grant, id: "forged", givenBy: "ada", tools: { transfer: "digest of transfer" } },
      { max: 9, entry },
    );
    await rig.grants.revoke(grant.id, { by: "olga" });

    expect(await use(rig)).toBeUndefined();
  });

  it("stays expired when the clock is set back, and says so in the audit log once", async () => {
    const rig = grantRig();
    const { id } = await mustGive(rig);
    rig.hands.now += hour;
    expect(await use(rig)).toBeUndefined();

    rig.hands.now -= hour;

    expect(await use(rig)).toBeUndefined();
    expect(await rig.grants.find(id)).toMatchObject({ state: "expired" });
    expect((await notes(rig)).slice(1)).toMatchObject([{ kind: "grant.expired", id }]);
  });

  it("never covers more calls than its uses at two gateways", async () => {
    const rig = grantRig();
    const other = grantRig(rig);
    await mustGive(rig, { uses: 7 });

    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        use(index % 2 === 0 ? rig : other, { callId: `c${index}` }),
      ),
    );

    expect(results.filter((each) => each !== undefined)).toHaveLength(7);
  });
});

describe("revoking a grant", () => {
  it("ends it for all gateways at once, and audits who did it", async () => {
    const rig = grantRig();
    const { id } = await mustGive(rig);
    const result = await rig.grants.revoke(id, { by: "otto" });

    expect(result).toMatchObject({ kind: "revoked", grant: { state: "revoked", endedBy: "otto" } });
    expect(await use(grantRig(rig))).toBeUndefined();
    expect(await rig.grants.revoke(id, { by: "otto" })).toEqual({
      kind: "settled",
      state: "revoked",
    });
    expect((await notes(rig)).slice(1)).toMatchObject([{ kind: "grant.revoked", id, by: "otto" }]);
  });

  it("finds none of another tenant, and needs the permission", async () => {
    const rig = grantRig();
    const { id } = await mustGive(rig, { tenant: "north" });

    expect(await rig.grants.revoke(id, { by: "olga", tenant: null })).toEqual({ kind: "unknown" });
    expect(await rig.grants.revoke(id, { by: "mallory" })).toEqual({ kind: "not-permitted" });
    expect(await rig.grants.find(id, "south")).toBeUndefined();
    expect(await rig.grants.find(id, "north")).toMatchObject({ state: "active" });
  });
});
