import type { JsonObject } from "@toolcourt/sdk";
import {
  type BoxedDiscovery,
  openDiscoveryTools,
} from "@toolcourt/testing/boxed/open-discovery-tools";
import { boxesOf } from "@toolcourt/testing/boxes";
import {
  answering,
  openDiscovery,
  rightArguments,
  targetOrigin,
  token,
} from "@toolcourt/testing/discovery";
import { codeOf } from "@toolcourt/testing/http-tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// A boxed tool acts over the connection of its own call, whatever it sends (S2-8, T35).

const { inBox } = boxesOf();
// The tools are listed once for all tests, because a box takes a second to load its module.
let boxed: BoxedDiscovery | undefined;
beforeAll(async () => {
  boxed = inBox ? await openDiscoveryTools() : undefined;
}, 60_000);
afterAll(() => boxed?.[Symbol.asyncDispose]());

const bob = { principal: { id: "bob", permissions: "all" } } as const;
const bobsToken = "token-of-bob-9876543210";

/** Opens a gateway for ada and bob, each with a connection of their own. */
async function open() {
  const { tools: local = [], toolbox = {} } = boxed ?? {};
  const { call, management } = await openDiscovery({
    answer: answering({ value: [] }),
    others: [{ name: "bobs", owner: "bob", token: bobsToken }],
    toolbox,
    deps: { local },
  });
  /** The tokens that left, by the path of their request. */
  const sent = () => management.seen.map(({ url, headers }) => [url, headers["authorization"]]);
  return { call, sent };
}

const bobs: JsonObject = {
  ...rightArguments,
  connection_id: "bobs",
  url: `${targetOrigin}/of-bob`,
};
const request = { method: "GET", url: `${targetOrigin}/of-ada` };
const ask = { kind: "egress", ask: 900, request };
const loaded = [{ kind: "ready" }, { kind: "tools", tools: [] }];
const [ofAda, ofBob] = ["/of-ada", "/of-bob"].map((path) => `/management.example.com${path}`);

describe.runIf(inBox)(
  "a boxed tool with the connection of another caller",
  { timeout: 60_000 },
  () => {
    it("does not run when its caller names it", async () => {
      const { call, sent } = await open();

      expect(await codeOf(call("read-thing", bobs))).toBe("connection-missing");
      expect(sent()).toEqual([]);
    });

    it.each<[string, readonly object[]]>([
      ["a request that names the connection", [{ ...ask, connection_id: "bobs" }]],
      ["a request that names its id", [{ ...ask, request: { ...request, connection: "c2" } }]],
      ["a request with a call of its own", [{ ...ask, call: "call-of-bob" }]],
      ["a header with the token", [withHeader(`Bearer ${bobsToken}`)]],
      ["a step as another caller", [{ ...step({ ...bobs }), caller: "bob" }]],
      ["a step with the connection", [step({ ...bobs })]],
      ["a new start, then a request", [...loaded, ask]],
      ["a result, then a request", [{ kind: "result", result: {} }, ask]],
      ["a call of its own", [{ kind: "call", tool: "read-thing", input: bobs, context: {} }]],
      ["an answer to itself, then a request", [{ kind: "answer", ask: 1, answer: {} }, ask]],
      ["one number for two requests", [ask, ask]],
      ["requests before those of its runner", [ask, { ...ask, ask: 1 }, { ...ask, ask: 0 }]],
    ])("cannot use it by %s, while the other calls", async (_, messages) => {
      const { call, sent } = await open();
      const lines = messages.map((message) => JSON.stringify(message));

      const calls = [
        codeOf(call("forge-messages", { ...rightArguments, lines })),
        codeOf(call("read-thing", bobs, bob)),
      ];
      const [, other] = await Promise.all(calls);

      expect(other).toBe("answered");
      const leaving = sent();
      expect(
        leaving.filter(([, authorization]) => authorization === `Bearer ${bobsToken}`),
      ).toEqual([[ofBob, `Bearer ${bobsToken}`]]);
      for (const [url, authorization] of leaving.filter(([at]) => at !== ofBob)) {
        expect([url, authorization]).toEqual([ofAda, `Bearer ${token}`]);
      }
    });

    it("sends a well-formed request of its own over its own, so the attempts are real", async () => {
      const { call, sent } = await open();
      await codeOf(call("forge-messages", { ...rightArguments, lines: [JSON.stringify(ask)] }));

      // The request may still be on its way when the tool has answered.
      await expect.poll(sent, { timeout: 20_000 }).toEqual([[ofAda, `Bearer ${token}`]]);
    });
  },
);

function step(args: JsonObject): object {
  return { kind: "inner", ask: 901, tool: "read-thing", arguments: args, options: {} };
}

function withHeader(authorization: string): object {
  return { ...ask, request: { ...request, headers: { authorization } } };
}
