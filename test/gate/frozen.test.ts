import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCountingServer } from "./counting-server.ts";
import { type Entrances, entranceNames, openEntrances } from "./entrances.ts";
import { fitting } from "./forbidden.ts";
import { openTestGateway } from "./open-test-gateway.ts";
import { namesIn, outcomeOf } from "./outcome.ts";
import { reading } from "./tools.ts";

// A gateway that may not write its lock. The command has no such flag.
const entrances = entranceNames.filter((name) => name !== "toolcourt call");

const stack = new AsyncDisposableStack();
let asks: Entrances;
let upstreamCalls: () => number;

beforeAll(async () => {
  const locked = [reading("get-allowed"), reading("get-cosmetic"), reading("get-breaking")];
  const server = stack.use(await openCountingServer({ tools: locked }));
  const config = `toolbox: { mcps: [{ name: weather, url: "${server.url}", transport: streamable_http, mode: dynamic, default_tool_config: {} }] }`;
  const before = await openTestGateway(config);
  await before[Symbol.asyncDispose]();
  server.offer([
    reading("get-allowed"),
    { ...reading("get-cosmetic"), icons: [{ src: "https://weather.example/icon.png" }] },
    { ...reading("get-breaking"), title: "Another title" },
    reading("get-new"),
  ]);
  const lock = before.saved();
  const { gateway } = stack.use(await openTestGateway(config, { lock, frozen: true }));
  const principal = { id: "ada", permissions: "all" } as const;
  asks = await openEntrances({ gateway, principal, folder: "/nowhere" }, stack);
  upstreamCalls = () => server.calls.length;
}, 30_000);
afterAll(() => stack.disposeAsync());

describe.each(entrances)("with a frozen lock, by %s", (entrance) => {
  it.each(["get-new", "get-cosmetic", "get-breaking"])(
    "refuses %s, which differs from the lock",
    async (name) => {
      const before = upstreamCalls();

      const answer = await asks[entrance]("tools/call", { name, arguments: fitting });

      expect(outcomeOf(answer)).toMatchObject({ refused: "tool-quarantined" });
      expect(upstreamCalls()).toBe(before);
    },
  );

  it("lists and calls the tools in the lock", async () => {
    const listed = await asks[entrance]("tools/list", {});
    const answer = await asks[entrance]("tools/call", { name: "get-allowed", arguments: fitting });

    expect(namesIn(listed)).toEqual(["get-allowed"]);
    expect(outcomeOf(answer)).toEqual({});
  });
});
