import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays, relayRequest } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";
import type { Stages } from "../pipeline/pipeline.ts";

const signal = new AbortController().signal;
const ignore = (): void => undefined;
const ada = { id: "ada", permissions: "all" } as const;

const offers = (uri: string, prompt: string) => ({
  "resources/list": { resources: [{ uri, name: uri }] },
  "resources/read": { contents: [{ uri, text: "hello" }] },
  "prompts/list": { prompts: [{ name: prompt }] },
  "prompts/get": { messages: [] },
});

/** Two servers, and an endpoint that names the second. */
function open() {
  const recorded: unknown[] = [];
  const record: Stages["record"] = ({ endpoint, tool }) => ({
    durable: () => undefined,
    closed: (_, outcome) => {
      recorded.push([endpoint, tool, outcome.kind]);
      return undefined;
    },
  });
  const one = fakeRelayServer(offers("a://1", "first"), { name: "one" });
  const two = fakeRelayServer(offers("b://1", "second"), { name: "two" });
  const whole = openTestRelays([one.server, two.server], { stages: { record } });
  const team = whole.at({ name: "team", servers: new Set(["two"]) });
  return { recorded, whole, team, relays: team.relaysFor(ada), one, two };
}

describe("relays of an endpoint", () => {
  it("list what the servers offer that it names", async () => {
    const { relays } = open();

    expect(await relays.listResources(signal)).toEqual([{ uri: "b://1", name: "b://1" }]);
    expect(await relays.listPrompts(signal)).toEqual([{ name: "second" }]);
  });

  it("answer for these servers, with the name of the endpoint in the record", async () => {
    const { relays, recorded } = open();
    await relays.readResource(relayRequest({ uri: "b://1" }), signal);
    await relays.getPrompt(relayRequest({ name: "second" }), signal);

    expect(recorded).toEqual([
      ["team", "resources/read", "relayed"],
      ["team", "prompts/get", "relayed"],
    ]);
  });

  it("refuse what others offer as unknown, and record it", async () => {
    const { relays, recorded } = open();
    const reference = { type: "ref/prompt", name: "first" };
    const completing = { ref: reference, argument: { name: "a", value: "" } };

    await expect(relays.readResource(relayRequest({ uri: "a://1" }), signal)).rejects.toMatchObject(
      { code: "resource-unknown" },
    );
    await expect(relays.getPrompt(relayRequest({ name: "first" }), signal)).rejects.toMatchObject({
      code: "prompt-unknown",
    });
    await expect(relays.complete(relayRequest(completing), signal)).rejects.toMatchObject({
      code: "prompt-unknown",
    });
    await expect(relays.follow(relayRequest({ uri: "a://1" }), ignore)).rejects.toMatchObject({
      code: "resource-unknown",
    });
    expect(recorded).toEqual([
      ["team", "resources/read", "refused"],
      ["team", "prompts/get", "refused"],
      ["team", "completion/complete", "refused"],
      ["team", "resources/subscribe", "refused"],
    ]);
  });

  it("tell of changed lists of these servers, and of no others", () => {
    const { team, whole, one, two } = open();
    const told: string[] = [];
    team.relays.subscribe((what) => told.push(`team: ${what}`));
    whole.relays.subscribe((what) => told.push(what));

    one.notify.changed("resources");
    two.notify.changed("prompts");

    expect(told).toEqual(["resources", "team: prompts", "prompts"]);
  });

  it("leave the whole gateway as it is", async () => {
    const { whole, recorded } = open();
    const relays = whole.relaysFor(ada);

    expect(await relays.listResources(signal)).toHaveLength(2);
    await relays.readResource(relayRequest({ uri: "a://1" }), signal);
    expect(recorded).toEqual([[undefined, "resources/read", "relayed"]]);
  });

  it("offer nothing at an endpoint that names no server", async () => {
    const { whole } = open();
    const { relays, relaysFor } = whole.at({ name: "tools", servers: new Set() });

    expect(relays.offered()).toEqual(new Set());
    expect(await relaysFor(ada).listPrompts(signal)).toEqual([]);
  });
});
