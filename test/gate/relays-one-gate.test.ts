import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entranceNames } from "./entrances.ts";
import { outcomeOf } from "./outcome.ts";
import { openRelayWorld, type RelayWorld } from "./relay-world.ts";

const stack = new AsyncDisposableStack();
let world: RelayWorld;
beforeAll(async () => {
  world = await openRelayWorld(stack);
}, 60_000);
afterAll(() => stack.disposeAsync());

const argument = { name: "id", value: "secret" };
const forbidden: readonly (readonly [string, string, JsonObject])[] = [
  ["an address that nothing names", "resources/read", { uri: "file:///etc/passwd" }],
  ["no address", "resources/read", {}],
  ["an address that only a template for everything matches", "resources/read", { uri: "y:1" }],
  ["an address that the policy denies", "resources/read", { uri: "x:closed" }],
  ["a climbing template value", "resources/read", { uri: "t:one/.." }],
  ["an encoded climbing value", "resources/read", { uri: "t:one/%2e%2e%2fetc" }],
  ["a doubly encoded climbing value", "resources/read", { uri: "t:one/%252e%252e%252fetc" }],
  ["a template value with a line break", "resources/read", { uri: "t:one/a%0d%0ab" }],
  ["a template value with a path", "resources/read", { uri: "t:one/a/b" }],
  ["a template value beyond all bounds", "resources/read", { uri: `t:one/${"a".repeat(3_000)}` }],
  ["an unknown prompt", "prompts/get", { name: "p-three" }],
  ["a prompt that the policy denies", "prompts/get", { name: "p-closed" }],
  [
    "a completion for an unknown prompt",
    "completion/complete",
    { ref: { type: "ref/prompt", name: "p-three" }, argument },
  ],
  [
    "a completion for a prompt that the policy denies",
    "completion/complete",
    { ref: { type: "ref/prompt", name: "p-closed" }, argument },
  ],
  [
    "a completion for an unknown template",
    "completion/complete",
    { ref: { type: "ref/resource", uri: "z:{id}" }, argument },
  ],
];

// An embedding program has `listTools`, `callTool` and an HTTP server. The command calls a tool.
const names = entranceNames.filter((name) => !["the library", "toolcourt call"].includes(name));

describe.each(names)("resources and prompts by %s", (entrance) => {
  it.each(forbidden)("refuse %s, and no server hears of it", async (_, method, params) => {
    const before = world.reached.length;

    const answer = await world.entrances[entrance](method, params);

    expect(answer).toHaveProperty("error");
    expect(outcomeOf(answer).rpc).toBeTypeOf("number");
    expect(world.reached.slice(before)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ["resources/read", { uri: "x:two" }, "two"],
    ["resources/read", { uri: "x:old" }, "old"],
    ["resources/read", { uri: "t:two/7" }, "two"],
    ["resources/read", { uri: "x:shared" }, "one"],
    ["prompts/get", { name: "p-two" }, "two"],
    ["prompts/get", { name: "p-old" }, "old"],
    ["completion/complete", { ref: { type: "ref/prompt", name: "p-two" }, argument }, "two"],
    ["completion/complete", { ref: { type: "ref/resource", uri: "t:old/{id}" }, argument }, "old"],
  ])("send %s %j to its owner only", async (method, params, server) => {
    const before = world.reached.length;

    const answer = await world.entrances[entrance](method, params);

    expect(answer).toHaveProperty("result");
    expect(world.reached.slice(before)).toEqual([`${server} ${method}`]);
  });

  it.each<[string, JsonObject]>([
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["prompts/list", {}],
    ["resources/read", { uri: "x:one" }],
  ])("never mark %s as public, whatever a server says", async (method, params) => {
    const text = JSON.stringify(await world.entrances[entrance](method, params));

    expect(text).toContain('"result"');
    expect(text).not.toContain('"public"');
  });
});

/** Names of methods, a resource and a prompt. The gateway has stand-ins for methods inside. */
const notTools = [
  "resources/read",
  "resources/subscribe",
  "subscriptions/listen",
  "prompts/get",
  "completion/complete",
  "x:two",
  "p-two",
];

describe.each(entranceNames)("a tool call by %s", (entrance) => {
  it("reaches no resource and no prompt", async () => {
    const before = world.reached.length;
    for (const name of notTools) {
      const call = { name, arguments: { uri: "x:two", name: "p-two" } };
      const outcome = outcomeOf(await world.entrances[entrance]("tools/call", call));

      expect(outcome).toMatchObject({ refused: "tool-unknown" });
    }
    expect(world.reached.slice(before)).toEqual([]);
  });
});

// Neither a host nor a workflow has resources: both only call tools.
describe.each(names)("tools that call others, by %s", (entrance) => {
  it.each<[string, JsonObject, string]>([
    [
      "ask",
      { question: JSON.stringify({ type: "call_tool", tool: "resources/read", arguments: {} }) },
      '"kind":"blocked"',
    ],
    ["try-read", { word: "a", workflow_run: "monday" }, '"code":"workflow-step-refused"'],
  ])("reach no resource through %s", async (name, given, refused) => {
    const before = world.reached.length;

    const answer = await world.entrances[entrance]("tools/call", { name, arguments: given });

    expect(JSON.stringify(answer)).toContain(refused);
    expect(world.reached.slice(before)).toEqual([]);
  });
});
