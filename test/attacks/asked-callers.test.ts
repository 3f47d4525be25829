import { resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { callerFor } from "./caller.ts";
import { objectIn, openServed, type Served } from "./served.ts";

// A whole gateway and a process take longer than a second on a busy machine.
const timeout = 20_000;
const program = resolve(
  import.meta.dirname,
  "../../packages/testing/src/programs/curious-server.ts",
);

function serve(): Promise<Served> {
  const curious = {
    name: "curious",
    transport: "stdio",
    command: execPath,
    args: [program],
    profile: ["registry"],
    mode: "dynamic",
    default_tool_config: {},
    allowed_requests: ["elicitation", "sampling"],
  };
  return openServed({ tools: [], keys: { toolbox: { mcps: [curious] } } });
}

/** Connects a legacy client that answers every question but those for its model. */
async function connect(served: Served): Promise<Client & AsyncDisposable> {
  const { token } = await callerFor(served, "ada");
  const client = new Client(
    { name: "tester", version: "1" },
    {
      versionNegotiation: { mode: "legacy" },
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
    },
  );
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { day: "monday" },
  }));
  client.setRequestHandler("sampling/createMessage", () => {
    throw new Error("no model");
  });
  client.setRequestHandler("roots/list", () => ({ roots: [] }));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(served.url(), { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function bodiesIn(served: Served): Promise<readonly JsonObject[]> {
  const { printed } = await served.command(["audit", "export"]);
  return printed.split("\n").map((line) => objectIn(parseJson(line), "body"));
}

describe("a question of a server to its caller", { timeout }, () => {
  it.each([
    ["ask-person", "elicitation/create", "answered"],
    ["ask-model", "sampling/createMessage", "failed"],
    ["ask-folders", "roots/list", "refused"],
    ["ask-secret", "elicitation/create", "declined"],
  ])("is recorded: %s, %s, %s", async (name, method, outcome) => {
    await using served = await serve();
    await using client = await connect(served);

    await client.callTool({ name, arguments: {} });

    const bodies = await bodiesIn(served);
    const call = bodies.find(({ kind }) => kind === "call.opened") ?? {};
    const principal = objectIn(call, "principal")["id"];
    const { callId } = call;
    const asked = bodies.filter(({ kind }) => kind === "server.asked");
    expect(asked.map((body) => objectIn(body, "about"))).toEqual([
      { callId, method, outcome, principal, server: "curious" },
    ]);
    expect([typeof callId, typeof principal]).toEqual(["string", "string"]);
    // Neither the words of the question nor the answer.
    expect(JSON.stringify(bodies)).not.toMatch(/Which one|monday|password/);
  });
});
