import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { describe, expect, it } from "vitest";
import type { CheckedResult, IncomingCall } from "../pipeline/call.ts";
import type { Listening } from "./http.ts";

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

type Mode = (typeof eras)[number]["mode"];
type CallTool = (call: IncomingCall, signal: Cancellation) => Promise<CheckedResult>;

const tool = { name: "echo", inputSchema: { type: "object" }, "x-kept": [1] };

async function echo(call: IncomingCall): Promise<CheckedResult> {
  return { content: [{ type: "text", text: JSON.stringify(call.arguments) }], isError: false };
}

function open(callTool: CallTool): Promise<Listening> {
  return openFakeHttp(fakeGatewayApi({ listed: () => [tool], callTool }));
}

async function connect({ url }: Listening, mode: Mode): Promise<Client> {
  const client = new Client({ name: "tester", version: "9" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

describe.each(eras)("a $era client", ({ mode }) => {
  it("sees the listed tools", async () => {
    await using server = await open(echo);
    const client = await connect(server, mode);

    const { tools } = await client.listTools();

    expect(tools).toMatchObject([{ name: "echo" }]);
    await client.close();
  });

  it("gets the pipeline's answer, with an explicit flag", async () => {
    await using server = await open(echo);
    const client = await connect(server, mode);

    const result = await client.callTool({ name: "echo", arguments: { a: 1 } });

    expect(result).toMatchObject({ content: [{ text: '{"a":1}' }], isError: false });
    await client.close();
  });

  it("gets a refusal as a result if its model can act on it", async () => {
    await using server = await open(() =>
      Promise.reject(new Refusal("input-invalid", { tool: "echo", issues: [] })),
    );
    const client = await connect(server, mode);

    const result = await client.callTool({ name: "echo", arguments: {} });

    expect(result).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "input-invalid", class: "validation" } },
    });
    await client.close();
  });

  it("gets a refusal as a protocol error if only the client can act on it", async () => {
    await using server = await open(() =>
      Promise.reject(new Refusal("tool-unknown", { tool: "echo" })),
    );
    const client = await connect(server, mode);

    await expect(client.callTool({ name: "echo", arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    });
    await client.close();
  });

  it("learns nothing about a bug", async () => {
    await using server = await open(() => Promise.reject(new Error("postgres://admin:hunter2@db")));
    const client = await connect(server, mode);

    await expect(client.callTool({ name: "echo", arguments: {} })).rejects.toThrow(
      /^(?!.*hunter2).*The gateway failed\./,
    );
    await client.close();
  });

  it("gets progress on request", async () => {
    await using server = await open(async (call) => {
      call.channel?.onProgress?.({ progress: 1, total: 2 });
      return echo(call);
    });
    const client = await connect(server, mode);
    const seen: number[] = [];

    await client.callTool(
      { name: "echo", arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );

    expect(seen).toEqual([1]);
    await client.close();
  });
});

it("passes on the caller, the query and the trace", async () => {
  const calls: IncomingCall[] = [];
  await using server = await open((call) => {
    calls.push(call);
    return echo(call);
  });
  const client = await connect(server, { pin: "2026-07-28" });

  await client.callTool({
    name: "echo",
    arguments: {},
    _meta: {
      "dev.toolcourt/query": "q1",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
  });

  expect(calls).toMatchObject([
    {
      agent: { name: "tester", version: "9" },
      queryId: "q1",
      traceId: "0af76519-16cd-43dd-8448-eb211c80319c",
      principal: { id: "local" },
      tool: "echo",
    },
  ]);
  await client.close();
});
