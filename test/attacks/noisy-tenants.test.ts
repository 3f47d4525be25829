import { describe, expect, it, onTestFinished } from "vitest";
import { hasCode } from "../../packages/contracts/src/errors/refusal.ts";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { incomingCall } from "../../packages/testing/src/calls.ts";
import { openHttpGateway } from "../../packages/testing/src/http-tools.ts";
import {
  answering,
  type Handlers,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { type Answering, openTarget } from "../../packages/testing/src/target.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf } from "./running-gateway.ts";
import { done } from "./upstream.ts";

// One tenant with many, slow or failing calls, beside another one.

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const greeting = { ...seal, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
const timeout = 20_000;

interface World {
  /** Returns `answered` or the code of the refusal. */
  readonly call: (who: string, tool?: string, city?: string) => Promise<string>;
  readonly sent: () => number;
}

async function openWorld(
  answers: Readonly<Record<string, Handlers[string]>>,
  toolbox = "max_concurrent: 200",
): Promise<World & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  let sent = 0;
  const server = stack.use(
    await listen({
      "server/discover": answering(greeting),
      "tools/list": answering({ ...seal, tools: [reading("get-first"), reading("get-second")] }),
      "tools/call": (exchange) => {
        sent += 1;
        const city = JSON.stringify(exchange.params);
        const found = Object.entries(answers).find(([text]) => city.includes(text));
        (found?.[1] ?? answering(done))(exchange);
      },
      else: refuseWith(404),
    }),
  );
  const config = `toolbox:\n  ${toolbox}\n  mcps:\n${entryOf("crm", server.url.href, dynamic)}`;
  const { gateway } = stack.use(await openTestGateway(config));
  return {
    sent: () => sent,
    call: async (who, tool = "get-first", city = "Oslo") => {
      const principal = { id: who, permissions: "all", tenant: `of-${who}` } as const;
      const call = incomingCall({ principal, tool, arguments: { city } });
      return gateway.callTool(call, new AbortController().signal).then(
        () => "answered",
        (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "?"),
      );
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

describe("a noisy tenant", { timeout }, () => {
  it.each([
    ["server errors", refuseWith(500)],
    ["broken connections", ({ response }) => void response.destroy()],
    ["garbled answers", ({ response }) => void response.writeHead(200).end("<html>")],
  ] satisfies readonly (readonly [string, Handlers[string]])[])(
    "cannot pause a tool for another by arguments that cause %s",
    async (_what, answer) => {
      await using world = await openWorld({ poison: answer });
      const own: string[] = [];
      for (let i = 0; i < 8; i += 1) own.push(await world.call("mallory", "get-first", "poison"));

      expect(own.at(-1)).toBe("circuit-open");
      expect(await world.call("ada")).toBe("answered");
      expect(await world.call("mallory", "get-second")).toBe("answered");
    },
  );

  it("cannot hold all slots with slow calls", async () => {
    await using world = await openWorld({ slow: () => undefined }, "max_concurrent: 8");
    await world.call("ada");
    const flood = Array.from({ length: 100 }, () => world.call("mallory", "get-first", "slow"));
    await systemClock.sleep(50);

    const outcomes: string[] = [];
    for (let i = 0; i < 20; i += 1) outcomes.push(await world.call("ada"));

    expect(new Set(outcomes)).toEqual(new Set(["answered"]));
    await world[Symbol.asyncDispose]();
    await Promise.all(flood);
  });

  it("cannot multiply an outage by retries", async () => {
    await using world = await openWorld({ Oslo: refuseWith(503) });
    const calls = Array.from({ length: 100 }, (_, index) => world.call(`p${index}`));

    expect(new Set(await Promise.all(calls))).toEqual(new Set(["upstream-failed"]));
    // A tenth of the calls and the reserve of ten, which gains one a second.
    expect(world.sent()).toBeLessThanOrEqual(100 + 10 + 10 + 5);
  });
});

const httpTool = (name: string) => ({
  name,
  description: "Reads the weather of a city, as it comes.",
  get: `/${name}/{city}`,
  input: { city: { type: "string", description: "The city.", maxLength: 20 } },
  output: {
    type: "object",
    properties: { celsius: { type: "number", description: "The temperature." } },
    additionalProperties: false,
  },
  terms: { idempotent: true },
});

/** Opens a gateway with HTTP tools before a target that treats poisoned arguments differently. */
async function openHttpWorld(poisoned: Answering, deadline = "PT10S") {
  const target = await openTarget((request, response) => {
    if (request.url?.includes("poison") === true) poisoned(request, response);
    else response.writeHead(200, { "content-type": "application/json" }).end('{"celsius":1}');
  });
  onTestFinished(() => target[Symbol.asyncDispose]());
  const { call } = await openHttpGateway({
    origin: `http://127.0.0.1:${target.port}`,
    tools: JSON.stringify({ tools: [httpTool("get-first"), httpTool("get-second")] }),
    egress: { timeout: deadline, retry: { attempts: 1 } },
  });
  return {
    target,
    /** Returns `answered`, or the fault at the target. */
    call: (who: string, city: string, tool = "get-first"): Promise<unknown> => {
      const principal = { id: who, permissions: "all", tenant: `of-${who}` } as const;
      return call(tool, { city }, { principal }).then(
        () => "answered",
        (error: unknown) => (hasCode(error, "target-failed") ? error.details.fault : error),
      );
    },
  };
}

describe("a noisy tenant at the target of HTTP tools", { timeout }, () => {
  it.each<[fault: string, Answering, deadline?: string]>([
    ["failed", (_request, response) => void response.writeHead(500).end()],
    ["cut-short", (_request, response) => void response.destroy()],
    ["timed-out", () => undefined, "PT1S"],
    [
      "garbled",
      (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("?"),
    ],
  ])(
    "cannot pause it for another by arguments that cause: %s",
    async (fault, poisoned, deadline) => {
      const world = await openHttpWorld(poisoned, deadline);
      const own: unknown[] = [];
      for (let i = 0; i < 6; i += 1) own.push(await world.call("mallory", "poison"));

      expect(own).toEqual([...Array.from({ length: 5 }, () => fault), "circuit-open"]);
      expect(await world.call("ada", "Oslo")).toBe("answered");
      expect(await world.call("mallory", "Oslo", "get-second")).toBe("answered");
    },
  );

  it("shares with all others only that the target cannot be reached", async () => {
    const world = await openHttpWorld(() => undefined);
    await world.target[Symbol.asyncDispose]();
    for (let i = 0; i < 5; i += 1) {
      expect(await world.call(`p${i}`, "Oslo")).toBe("unreachable");
    }

    expect(await world.call("ada", "Oslo")).toBe("circuit-open");
  });
});
