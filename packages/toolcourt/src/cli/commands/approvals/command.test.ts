import type { OpenedApprovals } from "@toolcourt/gateway/internal/compose/open-approvals";
import type { Proposal } from "@toolcourt/gateway/internal/governance/approvals/binding";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { parseJson } from "@toolcourt/sdk";
import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import { type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createApprovalsCommand } from "./command.ts";

function setUp(rig: ApprovalRig = approvalRig(), operator = "operator:olga") {
  rig.world.approvers = ["operator:olga"];
  const { approvals } = rig;
  const command = createApprovalsCommand(
    async (): Promise<OpenedApprovals> => ({
      approvals,
      operator,
      descriptionOf: async ({ tool }) =>
        tool === "transfer" ? 'Moves money.\n"At once".' : undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
  );
  const type = (args: readonly string[], options: RunOptions = {}) =>
    run(["approvals", ...args], { ...options, command });
  return { ...rig, type };
}

async function request({ approvals }: ApprovalRig, differences: Partial<Proposal> = {}) {
  const result = await approvals.request(proposal(differences));
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  return result.approval;
}

describe("toolcourt approvals list", () => {
  it("prints a line for each pending request", async () => {
    const rig = setUp();
    expect(await rig.type(["list"])).toMatchObject({ code: 0, output: "Nothing found." });

    const { id } = await request(rig, { tool: "tra\u{1b}nsfer" });
    const { output } = await rig.type(["list"]);
    expect(output).toBe(
      `${id}  tra\\u{1b}nsfer  by ada  pending, for the operator, 10 min 0 s left`,
    );
  });

  it("prints JSON without digests, which require viewing the request", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig);
    const { output } = await rig.type(["list", "--json"]);

    expect(JSON.parse(output)).toMatchObject([{ id, tool: "transfer", server: "bank" }]);
    expect(output).not.toContain(digest.slice(0, 12));
  });

  it("prints requests in another state", async () => {
    const rig = setUp();
    const { id } = await request(rig);
    await rig.type(["deny", id]);

    expect((await rig.type(["list", "--state", "denied"])).output).toBe(
      `${id}  transfer  by ada  denied by operator:olga`,
    );
  });
});

describe("viewing a request", () => {
  it("is recorded", async () => {
    const rig = setUp();
    const { id } = await request(rig);
    await rig.type(["show", id]);

    const rows = await rig.stores.audit.read(1, 10);
    expect(rows.map(({ body }) => parseJson(body))).toMatchObject([
      { kind: "approval.requested" },
      { kind: "approval.shown", id, by: "operator:olga" },
    ]);
  });

  it("shows the changes since the tool's last approved call", async () => {
    const rig = setUp();
    const before = await request(rig);
    await rig.type(["approve", before.id, "--digest", before.digest]);
    await rig.approvals.consume({ id: before.id, callId: "c1", proposal: proposal() });
    await rig.approvals.close(before.id, "done");
    const { id } = await request(rig, { arguments: { amount: 10, to: "al\u{200b}an" } });

    const { output } = await rig.type(["show", id]);
    const { output: json } = await rig.type(["show", id, "--json"]);

    expect(output).toContain(`Changed:    "to", since the last run ${before.id}`);
    expect(JSON.parse(json)).toMatchObject({
      lastRun: { id: before.id, changedArguments: ["to"] },
    });
  });

  it("shows the approvers so far if two are required", async () => {
    const rig = setUp();
    rig.world.needed = 2;
    const { id, digest } = await request(rig);

    const first = await rig.type(["approve", id, "--digest", digest]);
    const again = await rig.type(["approve", id, "--digest", digest]);

    const missing = "1 of 2 approvals given (operator:olga)";
    expect(first).toMatchObject({ code: 0, output: `The request ${id} is pending, ${missing}.` });
    expect(again).toMatchObject({ code: 1 });
    expect((await rig.type(["list"])).output).toContain(`for the operator, ${missing}, 10 min`);
  });
});

describe("toolcourt approvals show", () => {
  it("prints everything that will run, with hidden characters made visible", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig, { arguments: { to: "gra\u{202e}ce", amount: 1 } });
    const { code, output } = await rig.type(["show", id.slice(0, 8)]);

    expect(code).toBe(0);
    expect(output.split("\n")).toEqual([
      `Request:    ${id}`,
      "State:      pending, for the operator, 10 min 0 s left",
      "Tool:       transfer, which changes something",
      "Server:     bank",
      "Says:       Moves money.",
      '            "At once".',
      "Contract:   contract-1",
      "Requester:  ada",
      "Arguments:",
      "{",
      '  "amount": 1,',
      String.raw`  "to": "gra\u{202e}ce"`,
      "}",
      `Digest:     ${digest.slice(0, 12)}`,
    ]);
  });

  it("withholds the digest until a long value was shown in full", async () => {
    const rig = setUp();
    const text = `${"a".repeat(500)}THE END`;
    const { id, digest } = await request(rig, { arguments: { text } });
    const short = await rig.type(["show", id]);
    const full = await rig.type(["show", id, "--full"]);

    expect(short.output).toContain("[the first 500 of 507 characters]");
    expect(short.output).not.toContain(digest.slice(0, 12));
    expect(full.output).toContain(`"${text}" [long: 507 characters]`);
    expect(full.output).toContain(digest.slice(0, 12));
  });

  it("shows the answers to the tool's question", async () => {
    const rig = setUp();
    const { id } = await request(rig, { answers: { inputResponses: { size: { cm: 3 } } } });

    expect((await rig.type(["show", id])).output).toContain('Answers:\n{\n  "size": {');
  });

  it("prints everything as JSON", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig);

    expect(JSON.parse((await rig.type(["show", id, "--json"])).output)).toMatchObject({
      id,
      digest,
      state: "pending",
      arguments: { amount: 10, to: "grace" },
      description: 'Moves money.\n"At once".',
    });
  });
});

describe("toolcourt approvals approve", () => {
  it.each([["approve"], ["approve", "--digest", "000000000000"]])(
    "reports a settled request before it asks for anything: %s %s",
    async (action, ...flags) => {
      const rig = setUp();
      const { id } = await request(rig);
      await rig.type(["deny", id]);

      expect(await rig.type([action, id, ...flags])).toMatchObject({
        code: 1,
        output: "",
        errors: "Nothing was changed: the request is settled already (denied).",
      });
    },
  );

  it.each(["", "8d2a91"])("refuses a digest that is too short: %j", async (few) => {
    const rig = setUp();
    const { id } = await request(rig);

    expect(await rig.type(["approve", id, "--digest", few])).toMatchObject({
      code: 1,
      errors: "Nothing was changed: give the first 12 digits of the digest, or more.",
    });
  });

  it("accepts the digest in upper or lower case", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig);

    const { code } = await rig.type(["approve", id, "--digest", ` ${digest.toUpperCase()}`]);

    expect(code).toBe(0);
  });

  it("accepts the digest from the command line", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig);
    const { code, output } = await rig.type(["approve", id, "--digest", digest.slice(0, 12)]);

    expect({ code, output }).toEqual({ code: 0, output: `The request ${id} is approved.` });
    expect(await rig.approvals.find(id)).toMatchObject({ decidedBy: "operator:olga" });
  });

  it("shows the whole call and asks for the digest", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig, { arguments: { text: "b".repeat(600) } });
    const input = `${digest.slice(0, 12)}\n`;
    const { code, output, errors } = await rig.type(["approve", id], { input });

    expect(code).toBe(0);
    expect(output).toContain("b".repeat(600));
    expect(errors).toBe("Type the digest to approve this call:");
  });

  it.each(["", "yes\n", "0123456789ab\n"])("refuses the input %j", async (input) => {
    const rig = setUp();
    const { id } = await request(rig);
    const { code } = await rig.type(["approve", id], { input });

    expect(code).toBe(1);
    expect(await rig.approvals.find(id)).toMatchObject({ state: "pending" });
  });

  it("exits 1 with a message if another decision came first", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig);
    await rig.type(["deny", id]);
    const { code, errors } = await rig.type(["approve", id, "--digest", digest]);

    expect({ code, errors }).toEqual({
      code: 1,
      errors: "Nothing was changed: the request is settled already (denied).",
    });
  });

  it("refuses the requester", async () => {
    const rig = setUp();
    const { id, digest } = await request(rig, { requester: "operator:olga" });

    expect((await rig.type(["approve", id, "--digest", digest])).code).toBe(1);
    expect(await rig.approvals.find(id)).toMatchObject({ state: "pending" });
  });
});

describe("toolcourt approvals", () => {
  it.each([
    [
      "an action that is none",
      ["approve-all"],
      /^There is no action approve-all; there are list, show, approve and deny/,
    ],
    ["no id", ["approve"], /^Name the request/],
    [
      "an id that nobody has",
      ["show", "ffff\u{1b}"],
      /^There is no request with the id ffff\\u\{1b\}/,
    ],
    ["JSON without a digest", ["approve", "", "--json"], /^Name the request/],
  ])("exits 2 on %s", async (_, args, message) => {
    const { type } = setUp();
    const { code, errors } = await type(args);

    expect(code).toBe(2);
    expect(errors).toMatch(message);
  });

  it("exits 2 when the store fails, in one line", async () => {
    const { stores } = approvalRig();
    const approvals = {
      ...stores.approvals,
      list: () => Promise.reject(new StoreError("locked")),
    };
    const rig = approvalRig({ stores: { ...stores, approvals } });
    const { code, errors } = await setUp(rig).type(["list"]);

    expect({ code, errors }).toEqual({ code: 2, errors: new StoreError("locked").message });
  });
});
