import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from "@toolcourt/sdk";
import {
  answering,
  discovered,
  type Handlers,
  initialized,
  json,
  legacy,
  listen,
  modern,
} from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it } from "vitest";
import { type StatedExtension, uiExtension, viewType } from "../../protocol/extensions.ts";
import { EraMemory } from "../connection.ts";
import type { Dropped, Upstream } from "../upstream.ts";
import { openHttpUpstream } from "./open-http-upstream.ts";

const noAbort = new AbortController().signal;
const ui = { [uiExtension]: { mimeTypes: [viewType] } };
const declared = "/_meta/io.modelcontextprotocol~1clientCapabilities/extensions";

interface Opening {
  readonly stated?: readonly StatedExtension[];
  readonly dropped?: Dropped[];
}

function open(url: URL, { stated, dropped }: Opening = {}): Promise<Upstream> {
  return openHttpUpstream(
    { kind: "streamable_http", url },
    {
      clock: systemClock,
      listeners: { toolsChanged: () => undefined, dropped: (what) => void dropped?.push(what) },
      signal: noAbort,
      memory: new EraMemory(systemClock),
      searchPath: "",
      ...(stated && { extensions: stated }),
    },
  );
}

/** Serves a modern server with these extensions, and notes what its lists are asked with. */
function advertising(extensions: JsonObject, listed: JsonValue[] = []): Handlers {
  const capabilities = { tools: {}, extensions };
  return {
    ...modern,
    "server/discover": answering({ ...discovered, capabilities }),
    "tools/list": ({ id, params, response }) => {
      listed.push(valueAt(params, declared) ?? null);
      const result = { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "public" };
      json(response, { jsonrpc: "2.0", id, result });
    },
  };
}

async function declaredIn(upstream: Upstream, capabilities: JsonObject): Promise<JsonValue> {
  const call = { name: "echo", arguments: {}, channel: { capabilities } };
  return valueAt(await upstream.callTool(call, noAbort), declared) ?? null;
}

/** Refuses a call for want of an extension. */
function refusing(id: string): Handlers[string] {
  const data = { requiredCapabilities: { extensions: { [id]: {} } } };
  return (exchange) => {
    const error = { code: -32_021, message: "no", data };
    json(exchange.response, { jsonrpc: "2.0", id: exchange.id, error }, 400);
  };
}

describe("a modern server", () => {
  it.each<{
    readonly what: string;
    readonly advertised: JsonObject;
    readonly capabilities: JsonObject;
    readonly expected: JsonValue;
  }>([
    {
      what: "has what the caller has too",
      advertised: { [uiExtension]: {} },
      capabilities: { extensions: ui },
      expected: ui,
    },
    {
      what: "does not get what it lacks",
      advertised: {},
      capabilities: { extensions: ui },
      expected: null,
    },
    {
      what: "does not get what the caller lacks",
      advertised: { [uiExtension]: {} },
      capabilities: { elicitation: {} },
      expected: null,
    },
    {
      what: "does not get an empty rest",
      advertised: { [uiExtension]: {} },
      capabilities: { extensions: { [uiExtension]: {} } },
      expected: null,
    },
    {
      what: "does not get what is not handled",
      advertised: { "x.y/z": {} },
      capabilities: { extensions: { "x.y/z": {} } },
      expected: null,
    },
  ])("$what", async ({ advertised, capabilities, expected }) => {
    await using server = await listen(advertising(advertised));
    await using upstream = await open(server.url, { stated: [uiExtension] });

    expect(await declaredIn(upstream, capabilities)).toEqual(expected);
    // Nothing is declared in the name of a caller without capabilities.
    expect(await declaredIn(upstream, {})).toBeNull();
  });

  it.each<[JsonObject, readonly StatedExtension[], JsonValue]>([
    [{ [uiExtension]: {} }, [], null],
    [{ [uiExtension]: {} }, [uiExtension], ui],
    [{}, [uiExtension], null],
  ])("with %j lists to a gateway that has %j", async (advertised, stated, expected) => {
    const listed: JsonValue[] = [];
    await using server = await listen(advertising(advertised, listed));
    await using upstream = await open(server.url, { stated });

    await upstream.listTools(noAbort);

    expect(listed).toEqual([expected]);
  });

  it("has its other extensions reported and dropped", async () => {
    const dropped: Dropped[] = [];
    await using server = await listen(advertising({ "com.example/x": {}, [uiExtension]: {} }));
    await using upstream = await open(server.url, { dropped });

    expect(upstream.era).toBe("modern");
    expect(dropped).toEqual([{ kind: "extension", name: "com.example/x" }]);
  });

  it("has its demand for an extension understood, and no other", async () => {
    await using server = await listen({
      ...modern,
      known: refusing(uiExtension),
      unknown: refusing("com.example/x"),
    });
    await using upstream = await open(server.url);
    const faultOf = (name: string): Promise<unknown> =>
      upstream.callTool({ name, arguments: {} }, noAbort).catch((error: unknown) => error);

    expect(await faultOf("known")).toMatchObject({ fault: { demands: uiExtension } });
    expect(await faultOf("unknown")).toMatchObject({ fault: { kind: "rpc", code: -32_021 } });
    expect(await faultOf("unknown")).not.toHaveProperty(["fault", "demands"]);
  });
});

describe("a legacy server", () => {
  it.each<[readonly StatedExtension[], JsonValue]>([
    [[], null],
    [[uiExtension], ui],
  ])("learns once that the gateway has %j", async (stated, expected) => {
    const greeted: JsonValue[] = [];
    await using server = await listen({
      ...legacy,
      initialize: ({ id, params, response }) => {
        greeted.push(valueAt(params, "/capabilities/extensions") ?? null);
        json(response, { jsonrpc: "2.0", id, result: initialized });
      },
      echo: ({ id, params, response }) => json(response, { jsonrpc: "2.0", id, result: params }),
    });
    await using upstream = await open(server.url, { stated });

    // Nothing of a caller is added later.
    const call = { name: "echo", arguments: {}, channel: { capabilities: { extensions: ui } } };
    const echoed = await upstream.callTool(call, noAbort);

    expect(greeted).toEqual([expected]);
    expect(isJsonObject(echoed) && JSON.stringify(echoed)).not.toContain(uiExtension);
  });

  it.each(["task", "input_required", 7])("gets no result of the type %j through", async (kind) => {
    await using server = await listen({
      ...legacy,
      odd: answering({ resultType: kind, content: [] }),
    });
    await using upstream = await open(server.url);

    await expect(upstream.callTool({ name: "odd", arguments: {} }, noAbort)).rejects.toMatchObject({
      fault: { kind: "garbled" },
    });
  });
});
