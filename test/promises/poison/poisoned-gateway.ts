import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import { openHttp } from "../../../packages/gateway/src/edge/http.ts";
import { createFakeClock } from "../../../packages/testing/src/fake-clock.ts";
import { hello, spoken, type TestLane } from "../../../packages/testing/src/lanes.ts";
import { entranceDepsOf } from "../../gate/entrance-deps.ts";
import { openTestGateway } from "../../gate/open-test-gateway.ts";
import { reading } from "../../gate/tools.ts";
import { type Carrier, poisonedTool } from "./poisoned-tools.ts";
import { openPoisoningServer, type Poisoning } from "./poisoning-server.ts";
import type { Poison } from "./poisons.ts";

export interface PoisonedGateway extends AsyncDisposable {
  /** Returns everything that clients of both eras received, including headers. */
  readonly received: () => Promise<string>;
  /** Returns the number of calls of changed and new tools that reached the server. */
  readonly leaked: () => number;
}

export interface Poisoned {
  readonly era: Poisoning["era"];
  readonly carrier: Carrier;
  readonly poison: readonly Poison[];
}

/**
 * Opens a gateway before a strict server whose tools were all approved. Then each tool changes, and
 * as many new ones appear.
 */
export async function openPoisonedGateway({
  era,
  carrier,
  poison,
}: Poisoned): Promise<PoisonedGateway> {
  await using stack = new AsyncDisposableStack();
  const names = poison.map((_, index) => `get-${index}`);
  const approved = [...names, "get-steady"].map((name) => reading(name));
  const server = stack.use(await openPoisoningServer({ era, poison, tools: approved }));
  const hours = createFakeClock();
  const opened = stack.use(
    await openTestGateway(configOf(server.url.href, [...names, "get-steady"]), {
      clock: { ...systemClock, sleep: hours.sleep },
    }),
  );
  const looked = Promise.withResolvers<void>();
  opened.gateway.registry.subscribe(() => looked.resolve());
  server.offer(
    poison
      .flatMap(({ text }, index) => [
        poisonedTool(`get-${index}`, carrier, text),
        poisonedTool(`new-${index}`, carrier, text),
      ])
      .concat(reading("get-steady")),
  );
  await hours.advance(300_000);
  await looked.promise;

  const principal = { id: "local", permissions: "all" } as const;
  const face = entranceDepsOf({ ...opened, principal });
  const http = { host: "127.0.0.1", port: 0, clock: systemClock };
  const { url } = stack.use(await openHttp(face, http));
  const news = poison.map((_, index) => `new-${index}`);
  const owned = stack.move();
  let steady = 0;
  return {
    received: async () => {
      const texts: string[] = [];
      for (const lane of lanes) texts.push(...(await visit(url, lane, [...names, ...news])));
      steady += lanes.length * steadyCalls;
      return texts.join("\n");
    },
    leaked: () => server.called() - steady,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Opens a gateway before a server whose tools were poisoned when it was first seen. */
export async function openUnreviewedGateway(
  { era, carrier, poison }: Poisoned,
  mode: "strict" | "dynamic",
): Promise<PoisonedGateway> {
  await using stack = new AsyncDisposableStack();
  const names = poison.map((_, index) => `get-${index}`);
  const tools = poison.map(({ text }, index) => poisonedTool(`get-${index}`, carrier, text));
  const offered = { era, poison: [], tools: [...tools, reading("get-steady")] };
  const server = stack.use(await openPoisoningServer(offered));
  const opened = stack.use(
    await openTestGateway(configOf(server.url.href, [...names, "get-steady"], mode)),
  );
  const principal = { id: "local", permissions: "all" } as const;
  const face = entranceDepsOf({ ...opened, principal });
  const http = { host: "127.0.0.1", port: 0, clock: systemClock };
  const { url } = stack.use(await openHttp(face, http));
  const owned = stack.move();
  let steady = 0;
  return {
    received: async () => {
      const texts: string[] = [];
      for (const lane of lanes) texts.push(...(await visit(url, lane, names)));
      steady += lanes.length * steadyCalls;
      return texts.join("\n");
    },
    leaked: () => server.called() - steady,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const lanes: readonly TestLane[] = [
  { era: "modern", lane: "fast" },
  { era: "modern", lane: "sdk" },
  { era: "legacy", lane: "fast" },
  { era: "legacy", lane: "sdk" },
];
const steadyCalls = 3;

/** Requests every list and calls every tool by its name. */
async function visit(
  url: URL,
  lane: TestLane,
  names: readonly string[],
): Promise<readonly string[]> {
  const texts: string[] = [];
  const send = async (init: RequestInit): Promise<void> => {
    const response = await fetch(url, init);
    texts.push(JSON.stringify([...response.headers]), await response.text());
  };
  if (lane.era === "legacy") await send(hello);
  for (const [method, params] of questions) await send(spoken(method, params, lane));
  for (const name of names) await send(call(name, lane));
  for (let times = 0; times < steadyCalls; times += 1) await send(call("get-steady", lane));
  return texts;
}

function call(name: string, lane: TestLane): RequestInit {
  return spoken("tools/call", { name, arguments: { city: "Geneva" } }, lane);
}

const prompt = { type: "ref/prompt", name: "0" };
const questions: readonly (readonly [method: string, params: JsonObject])[] = [
  ["server/discover", {}],
  ["tools/list", {}],
  ["prompts/list", {}],
  ["prompts/get", { name: "0" }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "poison://0/x" }],
  ["completion/complete", { ref: prompt, argument: { name: "a", value: "b" } }],
];

function configOf(
  url: string,
  names: readonly string[],
  mode: "strict" | "dynamic" = "strict",
): string {
  const defaults = mode === "dynamic" ? { default_tool_config: {} } : {};
  const mcp = { name: "weather", url, transport: "streamable_http", mode, ...defaults };
  const config = { toolbox: { tools: names.map((name) => ({ name })), mcps: [mcp] } };
  return JSON.stringify(config);
}
