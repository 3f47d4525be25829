import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { goodResult } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { spoken, type TestLane, testLanes } from "@toolcourt/testing/lanes";
import { type OtlpReceiver, openOtlpReceiver } from "@toolcourt/testing/otlp-receiver";
import {
  answering,
  type Handlers,
  initialized,
  json,
  listen,
  refuseWith,
} from "@toolcourt/testing/programs/odd-http";
import { openServing, type Serving } from "@toolcourt/testing/serving";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it, onTestFinished } from "vitest";

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const capabilities = { tools: {}, prompts: {} };
const prompts = [{ name: "greeting" }];
const messages = [{ role: "user", content: { type: "text", text: "Hello." } }];

/** Opens a server of an era, and records the trace metadata of its requests. */
async function openServer(era: "modern" | "legacy") {
  const heard: JsonObject[] = [];
  const hearing =
    (result: JsonObject): Handlers[string] =>
    (exchange) => {
      const meta = own(exchange.params, "_meta");
      heard.push(isJsonObject(meta) ? meta : {});
      answering({ resultType: "complete", ...result })(exchange);
    };
  const hello: Handlers =
    era === "modern"
      ? {
          "server/discover": answering({
            ...seal,
            supportedVersions: ["2026-07-28"],
            capabilities,
          }),
        }
      : {
          "server/discover": refuseWith(404),
          initialize: ({ id, response }) => {
            json(response, { jsonrpc: "2.0", id, result: { ...initialized, capabilities } });
          },
        };
  const server = await listen({
    ...hello,
    "tools/list": answering({ ...seal, tools: [tool({ name: `${era}-forecast` })] }),
    "prompts/list": answering({ ...seal, prompts }),
    "tools/call": hearing(goodResult()),
    "prompts/get": hearing({ messages }),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { url: server.url.href, heard };
}

interface Scene {
  readonly serving: Serving;
  readonly receiver: OtlpReceiver;
  readonly heard: Readonly<Record<"modern" | "legacy", readonly JsonObject[]>>;
}

async function open(telemetry: JsonObject = {}, isRecorded = true): Promise<Scene> {
  const receiver = await openOtlpReceiver();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  const servers = { modern: await openServer("modern"), legacy: await openServer("legacy") };
  const mcps = Object.entries(servers).map(([name, { url }]) => ({
    name,
    transport: "streamable_http",
    url,
    mode: "dynamic",
    default_tool_config: {},
  }));
  const otlp = isRecorded ? { otlp: { url: receiver.url.href } } : {};
  const config = {
    toolbox: { mcps },
    stores: { url: "memory:" },
    telemetry: { ...otlp, ...telemetry },
  };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  const heard = { modern: servers.modern.heard, legacy: servers.legacy.heard };
  return { serving, receiver, heard };
}

interface Said {
  readonly method: string;
  readonly params: JsonObject;
  readonly lane: TestLane;
  readonly meta: JsonObject;
}

async function say({ url }: Serving, { method, params, lane, meta }: Said): Promise<string> {
  const request = spoken(method, params, lane);
  const said = typeof request.body === "string" ? request.body : "";
  const inside = JSON.stringify(meta).slice(1, -1);
  const body = said.replace(/"_meta":\{(\}?)/, (_, end: string) =>
    end === "" ? `"_meta":{${inside},` : `"_meta":{${inside}}`,
  );
  return (await fetch(url, { ...request, body })).text();
}

/** Another city each time: a cache hit would not reach the server. */
function callOf(era: string, number: number): Pick<Said, "method" | "params"> {
  const params = { name: `${era}-forecast`, arguments: { city: `Bern ${number}` } };
  return { method: "tools/call", params };
}

const span = "b7ad6b7169203331";
const parent = "00-0af7651916cd43dd8448eb211c800001-b7ad6b7169203331-01";
const ways = testLanes.flatMap((lane) =>
  (["modern", "legacy"] as const).map((era) => ({ lane, era })),
);

// Two servers and every lane through the gateway take long on a machine busy with other tests.
describe("a trace", { timeout: 20_000 }, () => {
  it("leads from the client through the gateway to the server and back, in both eras and all lanes", async () => {
    const { serving, receiver, heard } = await open();
    for (const [number, { lane, era }] of ways.entries()) {
      const traceparent = `00-${idOf(number)}-${span}-00`;
      const meta = { traceparent, tracestate: "a=1", baggage: "user=somebody" };
      expect(await say(serving, { ...callOf(era, number), lane, meta })).toContain("celsius");
    }
    await serving[Symbol.asyncDispose]();

    for (const [number, { era }] of ways.entries()) {
      const traceId = idOf(number);
      const mine = receiver.spans.filter((each) => each.traceId === traceId);
      const server = mine.find(({ kind }) => kind === "server");
      const client = mine.find(({ kind }) => kind === "client");
      expect(mine).toHaveLength(2);
      expect(server).toMatchObject({ name: `tools/call ${era}-forecast`, parentSpanId: span });
      expect(client).toMatchObject({
        parentSpanId: server?.spanId,
        attributes: { "toolcourt.server": era, "server.address": "127.0.0.1" },
      });
      expect(heard[era]).toContainEqual(
        expect.objectContaining({
          traceparent: `00-${traceId}-${client?.spanId}-01`,
          tracestate: "a=1",
        }),
      );
    }
    expect(JSON.stringify(heard)).not.toContain("somebody");
    expect(receiver.bodies.join("")).not.toMatch(/somebody|Bern|celsius/);
  });

  it("includes requests that are no calls", async () => {
    const { serving, receiver, heard } = await open();
    const asked = [
      { method: "tools/list", params: {} },
      { method: "prompts/list", params: {} },
      { method: "prompts/get", params: { name: "greeting" } },
    ];
    for (const lane of testLanes) {
      for (const each of asked)
        await say(serving, { ...each, lane, meta: { traceparent: parent } });
    }
    await serving[Symbol.asyncDispose]();
    const names = receiver.spans.map(({ kind, name }) => `${kind} ${name}`);
    const last = receiver.spans.findLast(({ kind }) => kind === "client");

    expect(names.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "client prompts/get greeting"),
      ...Array.from({ length: 4 }, () => "server prompts/get"),
      ...Array.from({ length: 4 }, () => "server prompts/list"),
      ...Array.from({ length: 4 }, () => "server tools/list"),
    ]);
    expect(receiver.spans.every(({ traceId }) => traceId === idOf(1))).toBe(true);
    expect(last?.attributes["gen_ai.prompt.name"]).toBe("greeting");
    expect(heard.modern.at(-1)).toMatchObject({
      traceparent: `00-${idOf(1)}-${last?.spanId}-01`,
    });
  });

  it.each([
    [{}, "00"],
    [{ trace_flags: "follow" }, "01"],
  ])(
    "that is not recorded is passed on, with the caller's flags if they count: %j",
    async (telemetry, flags) => {
      const { serving, heard } = await open(telemetry, false);
      const [lane = { era: "modern", lane: "fast" }] = testLanes;
      const good = { traceparent: `00-${idOf(1)}-${span}-01` };
      const bad = { traceparent: `00-${idOf(1)}-${span}-01-and-more`, tracestate: "a=1" };
      for (const [number, meta] of [good, bad].entries()) {
        await say(serving, { ...callOf("modern", number), lane, meta });
      }

      expect(heard.modern.map((meta) => meta["traceparent"])).toEqual([
        `00-${idOf(1)}-${span}-${flags}`,
        undefined,
      ]);
    },
  );
});

function idOf(number: number): string {
  return `0af7651916cd43dd8448eb211c8${number.toString(16).padStart(5, "0")}`;
}
