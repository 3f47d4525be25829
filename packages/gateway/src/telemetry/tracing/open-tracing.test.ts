import { placeIn } from "@toolcourt/contracts/internal/kernel/trace-context";
import { openOtlpReceiver } from "@toolcourt/testing/otlp-receiver";
import { describe, expect, it } from "vitest";
import { openTracing, type TracingOptions } from "./open-tracing.ts";

const traceId = "0af76519-16cd-43dd-8448-eb211c80319c";
const bare = traceId.replaceAll("-", "");
const sampled = { traceparent: `00-${bare}-b7ad6b7169203331-01`, tracestate: "a=1" };
const notSampled = { traceparent: `00-${bare}-b7ad6b7169203331-00` };

async function setUp(differences: Partial<TracingOptions> = {}) {
  const receiver = await openOtlpReceiver();
  const tracing = openTracing({
    serviceName: "gate",
    sample: 1,
    flags: "ignore",
    random: () => 0.5,
    send: async (body) => {
      const headers = { "content-type": "application/json" };
      const { ok } = await fetch(receiver.url, {
        method: "POST",
        body: Buffer.from(body),
        headers,
      });
      if (!ok) throw new Error("not taken");
    },
    whereIs: () => ({ transport: "tcp", address: "weather.example", port: 443 }),
    ...differences,
  });
  return {
    ...tracing,
    received: async () => {
      await tracing[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
      return receiver.spans;
    },
  };
}

const call = { method: "tools/call", callId: "call-1", correlationId: "c-1" } as const;

describe("spans", () => {
  it("use the names of the conventions, and link the caller through us to the server", async () => {
    const { served, sent, received } = await setUp();
    const asked = served({ ...call, traceId, parent: sampled });
    const parent = asked?.context ?? sampled;
    const sending = sent({ method: "tools/call", target: "get", server: "weather", parent });
    sending?.end({});
    asked?.end({ target: "get-forecast" });
    const [client, server] = await received();

    expect(server).toMatchObject({
      name: "tools/call get-forecast",
      kind: "server",
      traceId: bare,
      parentSpanId: "b7ad6b7169203331",
      isError: false,
      service: "gate",
      attributes: {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "get-forecast",
        "toolcourt.call.id": "call-1",
        "toolcourt.correlation_id": "c-1",
      },
    });
    expect(client).toMatchObject({
      name: "tools/call get",
      kind: "client",
      traceId: bare,
      parentSpanId: server?.spanId,
      attributes: {
        "toolcourt.server": "weather",
        "network.transport": "tcp",
        "server.address": "weather.example",
        "server.port": "443",
      },
    });
    expect(sending?.context).toEqual({
      traceparent: `00-${bare}-${client?.spanId}-01`,
      tracestate: "a=1",
    });
  });

  it("stay short for tool names of any length", async () => {
    const { sent, received } = await setUp();
    const target = "x".repeat(100_000);
    sent({ method: "tools/call", target, server: "weather", parent: sampled })?.end({ target });

    expect(JSON.stringify(await received()).length).toBeLessThan(2_000);
  });

  it("start traces under the trace id of our logs", async () => {
    const { served, received } = await setUp();
    served({ ...call, traceId })?.end({});
    served({ ...call, traceId: "no id at all" })?.end({});
    const [one, other] = await received();

    expect(one).toMatchObject({ traceId: bare, parentSpanId: undefined });
    expect(other?.traceId).not.toBe(bare);
  });

  it("describe errors in our own words", async () => {
    const { served, received } = await setUp();
    served(call)?.end({ error: "tool-unknown", status: -32_602 });

    expect((await received())[0]).toMatchObject({
      name: "tools/call",
      isError: true,
      attributes: { "error.type": "tool-unknown", "rpc.response.status_code": "-32602" },
    });
  });
});

it("counts spans that were sent, lost or dropped, and queues no more than it can send", async () => {
  const counts = { sent: 0, lost: 0 };
  const sending = Promise.withResolvers<void>();
  let batches = 0;
  const { served, received } = await setUp({
    count: (fate, spans) => (counts[fate] += spans),
    send: async () => {
      batches += 1;
      await sending.promise;
      if (batches === 1) throw new Error("not taken");
    },
  });
  for (let spans = 0; spans < 3_000; spans += 1) served(call)?.end({});
  const whileItHangs = { ...counts };
  sending.resolve();
  await received();

  expect(whileItHangs).toEqual({ sent: 0, lost: 952 });
  expect(counts.sent + counts.lost).toBe(3_000);
});

describe("the sampling decision", () => {
  it.each([
    ["ignore", 1, sampled, true],
    ["ignore", 1, notSampled, true],
    ["ignore", 0, sampled, false],
    ["ignore", 0, undefined, false],
    ["ignore", 0.6, sampled, true],
    ["ignore", 0.4, sampled, false],
    ["follow", 0, sampled, true],
    ["follow", 1, notSampled, false],
    ["follow", 1, undefined, true],
  ] as const)("is our own: %s, %d, %j", async (...[flags, sample, parent, isRecorded]) => {
    const { served, received } = await setUp({ flags, sample });
    const span = served({ ...call, parent });
    span?.end({});

    expect(await received()).toHaveLength(isRecorded ? 1 : 0);
    expect(span === undefined ? undefined : placeIn(span.context.traceparent)?.isSampled).toBe(
      isRecorded ? true : undefined,
    );
  });

  it("is made once for a request and its outgoing requests", async () => {
    let chance = 0;
    const { served, sent, received } = await setUp({ sample: 0.5, random: () => (chance += 0.3) });
    const asked = served({ ...call, parent: sampled });
    sent({ ...call, target: "get", server: "w", parent: asked?.context ?? sampled })?.end({});
    sent({ ...call, target: "get", server: "w", parent: notSampled })?.end({});
    asked?.end({});

    expect(await received()).toHaveLength(2);
  });
});
