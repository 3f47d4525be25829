import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EntranceName, entranceNames } from "./entrances.ts";
import { openRelayWorld, type RelayWorld } from "./relay-world.ts";

// Subscriptions of both eras, by every entrance, before servers of both eras.

const stack = new AsyncDisposableStack();
let world: RelayWorld;
beforeAll(async () => {
  world = await openRelayWorld(stack);
}, 60_000);
afterAll(() => stack.disposeAsync());

const forbidden = [
  "file:///etc/passwd",
  "y:1",
  "x:closed",
  "t:one/..",
  "t:one/%2e%2e%2fetc",
  "t:one/a%0d%0ab",
  "t:one/a/b",
  "",
];

/**
 * Why an entrance has no subscriptions. Hosts and workflows have none either: they only call
 * tools.
 */
const without: Partial<Record<EntranceName, string>> = {
  "HTTP, legacy without a session, fast lane": "it has no stream for notifications",
  "HTTP, legacy without a session, SDK lane": "it has no stream for notifications",
  "the library": "an embedding program has `listTools`, `callTool` and an HTTP server",
  "toolcourt call": "it calls one tool and ends",
};
const names = entranceNames.filter((name) => without[name] === undefined);
const modern = names.filter((name) => name.includes("modern"));
const legacy = names.filter((name) => name.includes("legacy"));

const listening = (...uris: readonly string[]) => ({
  notifications: { resourceSubscriptions: uris },
});

/** Returns the servers that were asked to watch an address. */
function watchersOf(uri: string): readonly string[] {
  return world.watched.flatMap((each) => (each.endsWith(` ${uri}`) ? each.split(" ", 1) : []));
}

/** Returns addresses that no other test uses, of servers of both eras. */
function ownOf(entrance: EntranceName, test: string) {
  const id = `${test}-${entranceNames.indexOf(entrance)}`;
  return { ofTwo: `t:two/${id}`, ofOld: `t:old/${id}` };
}

function expectNoneOf(uris: readonly string[]): void {
  expect(uris.flatMap(watchersOf)).toEqual([]);
}

describe.each(modern)("subscriptions by %s", (entrance) => {
  it("reach the owner of an address, and nothing else", async () => {
    const { ofTwo, ofOld } = ownOf(entrance, "listened");
    const ask = world.entrances[entrance];

    const answer = await ask("subscriptions/listen", listening(...forbidden, ofTwo, ofOld));

    expect(answer).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
    await expect.poll(() => new Set(watchersOf(ofTwo))).toEqual(new Set(["two"]));
    await expect.poll(() => watchersOf(ofOld)).toEqual(["old"]);
    // Every later request to a server has all of its addresses.
    await ask("resources/read", { uri: ofTwo });
    expectNoneOf(forbidden);
  });

  it("do not follow a request that is refused", async () => {
    const { ofTwo, ofOld } = ownOf(entrance, "refused");
    const ask = world.entrances[entrance];
    const notifications = { resourceSubscriptions: [ofTwo, ofOld], toolsListChanged: "yes" };

    expect(await ask("subscriptions/listen", { notifications })).toHaveProperty("error");
    expect(await ask("resources/subscribe", { uri: ofTwo })).toHaveProperty("error");
    await ask("resources/read", { uri: ofTwo });
    expectNoneOf([ofTwo, ofOld]);
  });
});

describe.each(legacy)("subscriptions by %s", (entrance) => {
  it.each(forbidden)("refuse %j, and no server hears of it", async (uri) => {
    const answer = await world.entrances[entrance]("resources/subscribe", { uri });

    expect(answer).toHaveProperty("error");
    expectNoneOf(forbidden);
  });

  it("reach the owner of an address", async () => {
    const { ofTwo, ofOld } = ownOf(entrance, "subscribed");
    for (const uri of [ofTwo, ofOld]) {
      expect(await world.entrances[entrance]("resources/subscribe", { uri })).toHaveProperty(
        "result",
      );
    }

    expect(new Set(watchersOf(ofTwo))).toEqual(new Set(["two"]));
    expect(watchersOf(ofOld)).toEqual(["old"]);
  });

  it("do not follow the other era's request", async () => {
    const { ofTwo, ofOld } = ownOf(entrance, "other-era");
    const ask = world.entrances[entrance];

    expect(await ask("subscriptions/listen", listening(ofTwo, ofOld))).toHaveProperty("error");
    await ask("resources/read", { uri: ofTwo });
    expectNoneOf([ofTwo, ofOld]);
  });
});

describe.each(entranceNames.filter((name) => without[name] !== undefined))("by %s", (entrance) => {
  it(`no subscription exists: ${without[entrance]}`, async () => {
    // The library and the command only have tools, where these are no names of any.
    const isTool = !entrance.startsWith("HTTP");
    const { ofTwo, ofOld } = ownOf(entrance, "none");
    const ask = world.entrances[entrance];
    const asked = isTool
      ? [await ask("tools/call", { name: "resources/subscribe", arguments: { uri: ofTwo } })]
      : [
          await ask("resources/subscribe", { uri: ofTwo }),
          await ask("subscriptions/listen", listening(ofTwo, ofOld)),
          await ask("resources/read", { uri: ofTwo }),
        ];

    expect(JSON.stringify(asked[0])).toMatch(/"error"|"isError":true/);
    expectNoneOf([ofTwo, ofOld]);
  });
});
