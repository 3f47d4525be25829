import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { answering, listen, refuseWith } from "../../packages/testing/src/programs/odd-http.ts";
import { type Entrances, entranceNames, openEntrances } from "./entrances.ts";
import { openTestGateway } from "./open-test-gateway.ts";
import { outcomeOf } from "./outcome.ts";
import { reading } from "./tools.ts";

const seal = { resultType: "complete", ttlMs: 60_000, cacheScope: "public" };
const stack = new AsyncDisposableStack();
const reached: string[] = [];
let entrances: Entrances;

/** Opens a server that counts all requests but lists, and says that everything is public. */
async function openServer(name: string): Promise<string> {
  const counted = (method: string, result: JsonObject) => {
    const answer = answering({ ...seal, ...result });
    return (exchange: Parameters<typeof answer>[0]): void => {
      reached.push(`${name} ${method}`);
      answer(exchange);
    };
  };
  const { url } = stack.use(
    await listen({
      "server/discover": answering({
        ...seal,
        supportedVersions: ["2026-07-28"],
        capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      }),
      "tools/list": answering({ ...seal, tools: [reading(`get-${name}`)] }),
      "resources/list": answering({
        ...seal,
        resources: [
          { uri: `x:${name}`, name },
          { uri: "x:shared", name: "shared" },
        ],
      }),
      "resources/templates/list": answering({
        ...seal,
        resourceTemplates: [
          { uriTemplate: `t:${name}/{id}`, name },
          { uriTemplate: "{+any}", name: "any" },
        ],
      }),
      "prompts/list": answering({ ...seal, prompts: [{ name: `p-${name}` }] }),
      "resources/read": counted("resources/read", { contents: [{ uri: "x:", text: name }] }),
      "prompts/get": counted("prompts/get", { messages: [] }),
      "completion/complete": counted("completion/complete", { completion: { values: [] } }),
      else: refuseWith(404),
    }),
  );
  return url.href;
}

beforeAll(async () => {
  const urls = { one: await openServer("one"), two: await openServer("two") };
  const mcps = Object.entries(urls).map(([name, url]) => ({
    name,
    url,
    transport: "streamable_http",
    mode: "dynamic",
    default_tool_config: {},
  }));
  const config = JSON.stringify({ toolbox: { mcps } });
  const { gateway } = stack.use(await openTestGateway(config));
  const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
  const principal = { id: "ada", permissions: ["weather:read"] };
  entrances = await openEntrances({ gateway, principal, folder: folder.path }, stack);
}, 30_000);
afterAll(() => stack.disposeAsync());

const forbidden: readonly (readonly [string, string, JsonObject])[] = [
  ["an address that nothing names", "resources/read", { uri: "file:///etc/passwd" }],
  ["no address", "resources/read", {}],
  ["an address that only a template for everything matches", "resources/read", { uri: "y:1" }],
  ["a climbing template value", "resources/read", { uri: "t:one/.." }],
  ["an encoded climbing value", "resources/read", { uri: "t:one/%2e%2e%2fetc" }],
  ["a doubly encoded climbing value", "resources/read", { uri: "t:one/%252e%252e%252fetc" }],
  ["a template value with a line break", "resources/read", { uri: "t:one/a%0d%0ab" }],
  ["a template value with a path", "resources/read", { uri: "t:one/a/b" }],
  ["a template value beyond all bounds", "resources/read", { uri: `t:one/${"a".repeat(3_000)}` }],
  ["an unknown prompt", "prompts/get", { name: "p-three" }],
  [
    "a completion for an unknown prompt",
    "completion/complete",
    { ref: { type: "ref/prompt", name: "p-three" }, argument: { name: "a", value: "secret" } },
  ],
  [
    "a completion for an unknown template",
    "completion/complete",
    { ref: { type: "ref/resource", uri: "z:{id}" }, argument: { name: "id", value: "secret" } },
  ],
];

// The library and the command have no resources.
const names = entranceNames.filter((name) => !["the library", "toolcourt call"].includes(name));

describe.each(names)("resources and prompts by %s", (entrance) => {
  it.each(forbidden)("refuse %s, and no server hears of it", async (_, method, params) => {
    const before = reached.length;

    const answer = await entrances[entrance](method, params);

    expect(answer).toHaveProperty("error");
    expect(outcomeOf(answer).rpc).toBeTypeOf("number");
    expect(reached.slice(before)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ["resources/read", { uri: "x:two" }, "two"],
    ["resources/read", { uri: "t:two/7" }, "two"],
    ["resources/read", { uri: "x:shared" }, "one"],
    ["prompts/get", { name: "p-two" }, "two"],
  ])("send %s %j to its owner only", async (method, params, server) => {
    const before = reached.length;

    const answer = await entrances[entrance](method, params);

    expect(answer).toHaveProperty("result");
    expect(reached.slice(before)).toEqual([`${server} ${method}`]);
  });

  it.each<[string, JsonObject]>([
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["prompts/list", {}],
    ["resources/read", { uri: "x:one" }],
  ])("never mark %s as public, whatever a server says", async (method, params) => {
    const text = JSON.stringify(await entrances[entrance](method, params));

    expect(text).toContain('"result"');
    expect(text).not.toContain('"public"');
  });
});

describe.each(names.filter((name) => /legacy in a session|stdio, legacy/.test(name)))(
  "subscriptions by %s",
  (entrance) => {
    it("refuse an address that nothing names", async () => {
      const answer = await entrances[entrance]("resources/subscribe", { uri: "y:1" });

      expect(answer).toHaveProperty("error");
    });
  },
);
