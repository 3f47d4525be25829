import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { isJsonObject } from "@toolcourt/sdk";
import { approvalRig } from "@toolcourt/testing/approvals";
import { judgedCall, toolContract, toolPlan, writingTool } from "@toolcourt/testing/calls";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { beforeAll, describe, expect, it } from "vitest";
import type { GatewayApi } from "../../edge/entrance.ts";
import type { Listening } from "../../edge/http.ts";
import { type ApprovedCall, type CheckedResult, isQuestion } from "../../pipeline/call.ts";
import { createApproveStage } from "./approve-stage.ts";
import { noPolicy } from "./proposal.ts";
import { StateSeal } from "./state.ts";

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;
type Mode = (typeof eras)[number]["mode"];
type Action = "accept" | "decline" | "cancel";

const fine: CheckedResult = { content: [{ type: "text", text: "done" }], isError: false };
const contract = toolContract({ effect: "write", terms: {} });
const size = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Which size?",
    requestedSchema: { type: "object", properties: { cm: { type: "integer" } } },
  },
};
const toolAsks = { inputRequests: { size }, requestState: "the tool's own" };

/**
 * A pipeline in which only the approve stage is real, in front of a tool that may request input.
 */
function setUp({ asks = false } = {}) {
  const ran: ApprovedCall[] = [];
  const rig = approvalRig();
  rig.world.contract = contract.digest;
  rig.world.policy = noPolicy;
  const seal = new StateSeal(Buffer.alloc(32, 7), { now: () => rig.hands.now });
  const approve = createApproveStage({ approvals: rig.approvals, seal });
  const settings = { maxInstances: 1, timeoutMs: 1_000, approval: "caller" } as const;
  const registered = writingTool({ contract, settings });
  const plan = toolPlan(registered);
  const callTool: GatewayApi["callTool"] = async (incoming, signal) => {
    const input = isJsonObject(incoming.arguments) ? incoming.arguments : {};
    const call = await approve(judgedCall({ ...incoming, registered, plan, input }), signal);
    if (isQuestion(call)) return call;
    ran.push(call);
    return asks && call.resumption === undefined ? { asks: toolAsks } : fine;
  };
  return { ran, line: fakeGatewayApi({ listed: () => [], callTool }) };
}

interface Person {
  readonly client: Client;
  /** The messages shown to the person. */
  readonly shown: string[];
}

/**
 * Connects a client whose person answers our questions with an action, and those of tools with a
 * size.
 */
async function connect({ url }: Listening, mode: Mode, action?: Action): Promise<Person> {
  const shown: string[] = [];
  const capabilities = action === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name: "tester", version: "9" },
    { versionNegotiation: { mode }, capabilities },
  );
  if (action !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params: { message } }) => {
      shown.push(message);
      return message === "Which size?"
        ? { action: "accept", content: { cm: 3 } }
        : { action, ...(action === "accept" ? { content: {} } : {}) };
    });
  }
  await client.connect(new StreamableHTTPClientTransport(url));
  return { client, shown };
}

// The SDK builds its schemas on first use, which takes longer than a test's timeout.
beforeAll(async () => {
  await using server = await openFakeHttp(setUp().line);
  for (const { mode } of eras) {
    const { client } = await connect(server, mode, "accept");
    await client.callTool({ name: "any", arguments: {} });
    await client.close();
  }
});

describe.each(eras)("the person at a $era client", ({ mode }) => {
  const args = { text: "b\u{200b}uy", amount: 1 };

  it("sees the exact call, accepts, and it runs once", async () => {
    const { ran, line } = setUp();
    await using server = await openFakeHttp(line);
    const { client, shown } = await connect(server, mode, "accept");

    const result = await client.callTool({ name: "get-forecast", arguments: args });
    await client.close();

    expect(result).toMatchObject({ content: [{ text: "done" }] });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain('{\n  "amount": 1,\n  "text": "b\\u{200b}uy"\n}');
    expect(ran).toMatchObject([{ input: args, approval: { kind: "given", by: "local" } }]);
  });

  it.each([
    ["decline", "approval-denied"],
    ["cancel", "approval-required"],
    [undefined, "approval-required"],
  ] as const)("causes no run with %s", async (action, code) => {
    const { ran, line } = setUp();
    await using server = await openFakeHttp(line);
    const { client } = await connect(server, mode, action);

    const result = await client.callTool({ name: "get-forecast", arguments: args });
    await client.close();

    expect(result).toMatchObject({ isError: true, _meta: { "dev.toolcourt/refusal": { code } } });
    expect(ran).toEqual([]);
  });

  it("approves again after the tool's own question", async () => {
    const { ran, line } = setUp({ asks: true });
    await using server = await openFakeHttp(line);
    const { client, shown } = await connect(server, mode, "accept");

    const result = await client.callTool({ name: "get-forecast", arguments: args });
    await client.close();

    expect(result).toMatchObject({ content: [{ text: "done" }] });
    expect(shown.map((message) => message.split("\n")[0])).toEqual([
      "Run get-forecast of weather? It changes something.",
      "Which size?",
      "Run get-forecast of weather? It changes something.",
    ]);
    expect(shown[2]).toContain('"cm": 3');
    expect(ran.map(({ resumption }) => resumption)).toMatchObject([
      undefined,
      { inputResponses: { size: { content: { cm: 3 } } }, requestState: "the tool's own" },
    ]);
  });
});
