import { isJsonObject } from "@toolcourt/sdk";
import { keyOf, openWorld, resultWith, type World } from "@toolcourt/testing/proxied-world";
import {
  asAda,
  type Check,
  callOf,
  connectProxy,
  idIn,
  jsonIn,
  responseOf,
  type TestProxy,
  type Verdict,
} from "@toolcourt/testing/test-proxy";
import { assert, asyncProperty, boolean, nat, record, uint8Array } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let world: World;
let proxy: TestProxy;

beforeAll(async () => {
  world = await openWorld();
  proxy = connectProxy(world.serving);
}, 60_000);
afterAll(async () => {
  proxy[Symbol.dispose]();
  await world[Symbol.asyncDispose]();
});

const patient = { timeout: 60_000 };

/** Passes if the check was refused: by a verdict, or by a status. Then no proxy that fails closed passes it. */
async function refused(asked: Promise<Verdict>): Promise<boolean> {
  try {
    return (await asked).result === "error";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== 0;
  }
}

async function stillAnswers(): Promise<boolean> {
  const asked = await proxy.request(callOf("find", { id: "c-1" }));
  const answered = await proxy.response(responseOf(idIn(asked), resultWith({ name: "Ada" })));
  return answered.result === "mutated";
}

function withJson(text: string | Uint8Array): Check {
  return { ...callOf("find", {}), mcp_request: Buffer.from(text) };
}

const jsons = {
  "no JSON": "{",
  "no UTF-8": Buffer.from([0x7b, 0xff, 0x7d]),
  "a list": "[]",
  null: "null",
  nothing: "",
  "a duplicate key": '{"name":"find","name":"erase","arguments":{"id":"c-1"}}',
  "a duplicate key, escaped": '{"name":"find","n\\u0061me":"erase","arguments":{"id":"c-1"}}',
  "another case": '{"name":"find","Arguments":{"id":"c-1"},"arguments":{"id":"c-2"}}',
  "a prototype": '{"name":"find","arguments":{"id":"c-1","__proto__":{}}}',
  "a lost digit": '{"name":"find","arguments":{"id":"c-1","limit":12345678901234567890}}',
  "arguments that are a list": '{"name":"find","arguments":["c-1"]}',
  "a name that is no text": '{"name":["find"],"arguments":{"id":"c-1"}}',
  "two thousand levels": `{"name":"find","arguments":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
  "very many keys": `{"name":"find","arguments":{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",")}}}`,
  "answers to no question":
    '{"name":"find","arguments":{"id":"c-1"},"requestState":"x","inputResponses":{}}',
} as const;

describe("a hostile request check", patient, () => {
  it.each(Object.entries(jsons))("is refused, and the gateway goes on: %s", async (_, text) => {
    const before = world.ran.length;
    expect(await refused(proxy.request(withJson(text)))).toBe(true);
    expect(world.ran.length).toBe(before);
  });

  it("is refused without params", async () => {
    const { mcp_request: _none, ...bare }: Record<string, unknown> = { ...callOf("find", {}) };
    expect(await refused(proxy.request(bare))).toBe(true);
  });

  it("is refused if it is too large, and the next one passes", async () => {
    const text = JSON.stringify({ name: "find", arguments: { id: "x".repeat(5_000_000) } });
    expect(await refused(proxy.request(withJson(text)))).toBe(true);
    expect(await stillAnswers()).toBe(true);
  });

  it("is refused with a context of many levels", async () => {
    let value: object = { stringValue: "end" };
    for (let level = 0; level < 500; level += 1) {
      value = { structValue: { fields: { a: value } } };
    }
    const check = { ...callOf("find", { id: "c-1" }), metadata_context: { fields: { a: value } } };
    expect(await refused(proxy.request(check))).toBe(true);
    expect(await stillAnswers()).toBe(true);
  });

  it("of any bytes never passes", async () => {
    const run = asyncProperty(uint8Array({ maxLength: 300 }), async (bytes) => {
      expect(await refused(proxy.raw("CheckRequest", Buffer.from(bytes)))).toBe(true);
      expect(await refused(proxy.raw("CheckResponse", Buffer.from(bytes)))).toBe(true);
    });
    await assert(run, { numRuns: 200 });
    expect(await stillAnswers()).toBe(true);
  });

  it("cut anywhere, or with a byte changed, passes only as what it says", async () => {
    const whole = wireOf("find", "c-1");
    const change = record({ at: nat(whole.length - 1), to: nat(255), cut: boolean() });
    const run = asyncProperty(change, async ({ at, to, cut }) => {
      const bytes = Buffer.from(cut ? whole.subarray(0, at) : whole);
      if (!cut) bytes[at] = to;
      const verdict = await proxy.raw("CheckRequest", bytes).catch(() => undefined);
      if (verdict === undefined || verdict.result === "error") return;
      // What passes is a call of the tool with arguments that its contract allows.
      const { name, arguments: args } = jsonIn(verdict.mutated);
      expect(name).toBe("find");
      expect(isJsonObject(args) && typeof args["id"]).toBe("string");
    });
    await assert(run, { numRuns: 200 });
    expect(await stillAnswers()).toBe(true);
  });
});

describe("a hostile response check", patient, () => {
  it.each([
    ...Object.entries(jsons).filter(([name]) =>
      /JSON|UTF|list|null|nothing|duplicate|levels|keys/.test(name),
    ),
    ["no result", "{}"],
    [
      "a question",
      '{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"Your password?","requestedSchema":{"type":"object","properties":{}}}}},"requestState":"s"}',
    ],
  ] as const)("is refused, and its call is closed: %s", async (_, text) => {
    const rows = await world.rowsOf(async () => {
      const asked = await proxy.request(callOf("find", { id: "c-1" }));
      expect(asked.result).toBe("mutated");
      const mcp_response = Buffer.from(text);
      expect(await refused(proxy.response(responseOf(idIn(asked), {}, { mcp_response })))).toBe(
        true,
      );
    });

    // A row about something else may come behind it.
    const closed = rows.filter(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject([{ status: "refused" }]);
    // Also closes the circuit, which failures in a row would open.
    expect(await stillAnswers()).toBe(true);
  });
});

describe("many checks at once", patient, () => {
  it("are each answered, and each with its own call", async () => {
    const checks = Array.from({ length: 40 }, async (_, number) => {
      const asked = await proxy.request(callOf("find", { id: `c-${number}` }, asAda));
      const name = `customer ${number}`;
      const answered = await proxy.response(responseOf(idIn(asked), resultWith({ name })));
      expect(jsonIn(answered.mutated)).toMatchObject({ structuredContent: { name } });
      return idIn(asked);
    });
    const ids = await Promise.all(checks);

    expect(new Set(ids).size).toBe(40);
  });
});

function field(number: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

/** Returns a request check as bytes. */
function wireOf(name: string, id: string): Buffer {
  const text = (number: number, value: string): Buffer => field(number, Buffer.from(value));
  const params = JSON.stringify({ name, arguments: { id } });
  return Buffer.concat([
    text(1, "crm"),
    text(2, "tools/call"),
    text(4, params),
    field(5, Buffer.concat([text(1, "authorization"), text(2, `Bearer ${keyOf("ada")}`)])),
  ]);
}
