import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { toolPlan } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import {
  type FakeRelayServer,
  fakeRelayServer,
  type SaidOfServer,
} from "@toolcourt/testing/relay-server";
import { executionOver, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import { ViewAddresses } from "../protocol/view-addresses.ts";
import {
  type CallerChannel,
  type Progress,
  UpstreamError,
  type UpstreamFault,
} from "../upstreams/upstream.ts";
import type { PermittedRelay } from "./answer-request.ts";
import { createPassOn, faultIn, type RelayedMethod } from "./pass-on.ts";
import { RelayHome } from "./relay-home.ts";
import type { RelayServer } from "./relays.ts";

const method = "resources/read";
const params = { uri: "a://1" };
const signal = new AbortController().signal;
const clean = (text: string): string => text.replaceAll("\u200b", "");

interface Sent {
  readonly params: JsonObject;
  readonly channel?: CallerChannel;
}

/** A permitted request, as the stages before leave it. */
function permitted(server: RelayServer, sent: Sent, of: RelayedMethod): PermittedRelay {
  const home = new RelayHome(server, { clock: createFakeClock(), clean, log: () => undefined });
  const { params: given, ...more } = relayRequest(
    sent.params,
    sent.channel && { channel: sent.channel },
  );
  return {
    ...more,
    principal: { id: "ada", permissions: "all" },
    tool: of,
    relayed: {
      method: of,
      params: home.paramsFor(given),
      subject: { kind: "uri", name: "a://1" },
    },
    registered: home.toolFor(of),
    plan: toolPlan(home.toolFor(of), { allowedRequests: server.allowedRequests }),
    at: home,
    item: { kind: "resource", server: server.name, name: "a://1" },
    permit: { kind: "permitted" },
    input: {},
    grant: { statement: "test" },
    connection: { kind: "not-needed" },
    judged: { kind: "passed" },
    approval: { kind: "not-needed" },
  };
}

const views = new ViewAddresses([]);

function setUp(answer: Parameters<typeof fakeRelayServer>[0][string], said: SaidOfServer = {}) {
  const clock = createFakeClock();
  const fake: FakeRelayServer = fakeRelayServer({ [method]: answer }, said);
  const passOn = createPassOn({ run: executionOver([fake.server], clock), clean, views });
  const read = async (sent: Sent = { params }, leaving = signal): Promise<JsonObject> =>
    (await passOn(permitted(fake.server, sent, method), leaving)).output;
  return { clock, asked: fake.asked, read };
}

describe("createPassOn", () => {
  it("drops metadata that the caller meant for us alone", async () => {
    const { asked, read } = setUp({ contents: [] });

    await read({ params: { ...params, depth: 2, _meta: { progressToken: 1 }, requestState: "s" } });

    expect(asked).toEqual([{ method, params: { ...params, depth: 2, requestState: "s" } }]);
  });

  it("drops answers for a legacy server, which has asked nothing", async () => {
    const { asked, read } = setUp({ contents: [] }, { era: "legacy" });

    await read({ params: { ...params, requestState: "s", inputResponses: {} } });

    expect(asked[0]?.params).toEqual(params);
  });

  it("returns cleaned results, including unknown fields but no cache hints", async () => {
    const { read } = setUp({
      resultType: "complete",
      contents: [{ uri: "a://1", text: "o\u200bne", "ex\u200btra": ["\u200b"] }],
      ttlMs: 5,
      cacheScope: "public",
    });

    expect(await read()).toEqual({
      contents: [{ uri: "a://1", text: "one", extra: [""] }],
    });
  });

  it("returns results in our name, with the rest of their metadata", async () => {
    const serverInfo = { name: "everything", version: "1" };
    const { read } = setUp({
      contents: [],
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo, shelf: 7 },
    });

    expect(await read()).toEqual({ contents: [], _meta: { shelf: 7 } });
  });

  it("forwards progress, cleaned", async () => {
    const seen: Progress[] = [];
    const { asked, read } = setUp(async () => {
      asked[0]?.channel?.onProgress?.({ progress: 1, message: "h\u200balf" });
      return { contents: [] };
    });
    const channel = { capabilities: {}, onProgress: (at: Progress) => seen.push(at) };

    await read({ params, channel });

    expect(seen).toEqual([{ progress: 1, message: "half" }]);
  });
});

describe("createPassOn, on failure", () => {
  it.each<[UpstreamFault, boolean]>([
    [{ kind: "unreachable" }, true],
    [{ kind: "garbled" }, false],
    [{ kind: "http", status: 401 }, false],
    [{ kind: "rpc", code: -32_603 }, false],
  ])("is refused with the fault of its server: %j", async (fault, passing) => {
    const { read } = setUp(() => Promise.reject(new UpstreamError(fault, { cause: "strange" })));

    await expect(read()).rejects.toMatchObject({
      code: "relay-failed",
      message: "The server one did not answer resources/read correctly.",
      details: { server: "one", fault, passing },
    });
  });

  it("times out after 30 seconds", async () => {
    const { clock, read } = setUp(() => new Promise(() => undefined));
    const reading = read();
    reading.catch(() => undefined);

    await clock.advance(30_000);

    await expect(reading).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault: { kind: "deadline-passed" }, passing: true },
    });
  });

  it("is canceled when the caller disconnects", async () => {
    const caller = new AbortController();
    const { read } = setUp(() => new Promise(() => undefined));
    const reading = read({ params }, caller.signal);

    caller.abort();

    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
  });

  it("rethrows a bug of ours unchanged", async () => {
    const { read } = setUp(() => Promise.reject(new TypeError("oops")));

    await expect(read()).rejects.toThrow(TypeError);
  });

  it.each([
    { answer: { contents: {} }, fault: { kind: "garbled" } },
    { answer: { resultType: "hologram", contents: [] }, fault: { kind: "garbled" } },
    {
      answer: { contents: [{ uri: "a://1", text: "x".repeat(1_048_577) }] },
      fault: { kind: "too-large", maxBytes: 1_048_576 },
    },
  ])("is refused if the result is invalid: $fault.kind", async ({ answer, fault }) => {
    const { read } = setUp(answer);

    await expect(read()).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault, passing: false },
    });
  });
});

describe("input_required", () => {
  const requestedSchema = { type: "object", properties: { city: { type: "string" } } };
  const asks = {
    inputRequests: {
      where: {
        method: "elicitation/create",
        params: { message: "Which city?", requestedSchema },
      },
    },
    requestState: "s",
  };
  const question = { resultType: "input_required", ...asks };
  const channel = { capabilities: { elicitation: {} } };

  it("passes if the caller supports it and the server may ask", async () => {
    const { read } = setUp(question);

    expect(await read({ params, channel })).toEqual(question);
  });

  it.each([
    { why: "the caller cannot be asked", said: {}, request: { params } },
    { why: "the server may not ask", said: { allowedRequests: [] }, request: { params, channel } },
  ])("is refused if $why", async ({ said, request }) => {
    const { read } = setUp(question, said);

    await expect(read(request)).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault: { kind: "question" } },
    });
  });

  it("is never accepted for a completion", async () => {
    const { server } = fakeRelayServer({ "completion/complete": question });
    const passOn = createPassOn({ run: executionOver([server]), clean, views });
    const call = permitted(server, { params: {}, channel }, "completion/complete");

    await expect(passOn(call, signal)).rejects.toMatchObject({
      code: "relay-failed",
      details: { fault: { kind: "question" } },
    });
  });
});

const message = { role: "user", content: { type: "text", text: "hi" } };

describe("faultIn", () => {
  it.each<[RelayedMethod, JsonObject]>([
    ["resources/read", { contents: [] }],
    ["resources/read", { contents: [{ uri: "a://1", text: "" }], more: 1 }],
    ["resources/read", { contents: [{ uri: "a://1", blob: "AAAA" }] }],
    ["prompts/get", { messages: [message, { ...message, role: "assistant" }] }],
    ["completion/complete", { completion: { values: ["a"], total: 7 } }],
  ])("accepts for %s: %j", (asked, result) => {
    expect(faultIn(asked, result)).toBeUndefined();
  });

  it.each<[RelayedMethod, JsonObject]>([
    ["resources/read", {}],
    ["resources/read", { contents: ["text"] }],
    ["resources/read", { contents: [{ text: "no address" }] }],
    ["resources/read", { contents: [{ uri: "a://1", text: 7 }] }],
    ["resources/read", { contents: [], resultType: "task" }],
    ["prompts/get", { messages: "hi" }],
    ["prompts/get", { messages: [{ ...message, role: "system" }] }],
    ["prompts/get", { messages: [{ role: "user", content: "hi" }] }],
    ["completion/complete", { completion: { values: [1] } }],
    ["completion/complete", { values: ["a"] }],
  ])("rejects for %s: %j", (asked, result) => {
    expect(faultIn(asked, result)).toEqual({ kind: "garbled" });
  });

  it("rejects deep nesting", () => {
    let nested: JsonValue = 1;
    for (let depth = 0; depth < 300; depth += 1) nested = [nested];

    expect(faultIn("resources/read", { contents: [], nested })).toEqual({ kind: "garbled" });
  });

  it("limits text to one mebibyte in total", () => {
    const long = "x".repeat(1_048_576);
    const tooLarge = { kind: "too-large", maxBytes: 1_048_576 };

    expect(faultIn("resources/read", { contents: [], _meta: { long } })).toEqual(tooLarge);
    expect(faultIn("prompts/get", { messages: [message], description: long })).toEqual(tooLarge);
    expect(faultIn("completion/complete", { completion: { values: [long] } })).toEqual(tooLarge);
  });

  it("allows a larger picture", () => {
    const blob = "A".repeat(2_000_000);

    expect(faultIn("resources/read", { contents: [{ uri: "a://1", blob }] })).toBeUndefined();
  });
});
