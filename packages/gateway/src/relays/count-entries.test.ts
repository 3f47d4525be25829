import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { openTestRelays } from "@toolcourt/testing/relays";
import { describe, expect, it } from "vitest";

const one = fakeRelayServer({
  "resources/list": {
    resources: ["a", "b"].map((name) => ({ uri: `one://${name}`, name })),
  },
  "resources/templates/list": {
    resourceTemplates: [{ uriTemplate: "one://more/{id}", name: "more" }],
  },
  "prompts/list": { prompts: [{ name: "greet" }, { name: "thank" }, { name: "part" }] },
});
const two = fakeRelayServer(
  { "prompts/list": { prompts: [{ name: "greet" }, { name: "ask" }] } },
  { name: "two", resources: "none" },
);

function never(): Promise<JsonObject> {
  return new Promise(() => undefined);
}

describe("count", () => {
  it("counts what passes of each server, and what another server owns only there", async () => {
    const { count } = openTestRelays([one.server, two.server]);

    expect(Object.fromEntries(await count())).toEqual({
      one: { resources: 2, templates: 1, prompts: 3 },
      two: { resources: 0, templates: 0, prompts: 1 },
    });
  });

  it("waits for a slow list, and a hanging one empties only itself", async () => {
    const clock = createFakeClock();
    const slow = fakeRelayServer(
      { "prompts/list": () => clock.sleep(3_000).then(() => ({ prompts: [{ name: "late" }] })) },
      { name: "slow", resources: "none" },
    );
    const hung = fakeRelayServer(
      { "resources/list": never, "prompts/list": { prompts: [{ name: "plan" }] } },
      { name: "hung" },
    );
    const { count } = openTestRelays([hung.server, slow.server, one.server], { clock });
    const counting = count();
    await clock.advance(4_000);

    expect(Object.fromEntries(await counting)).toEqual({
      hung: { resources: 0, templates: 0, prompts: 1 },
      slow: { resources: 0, templates: 0, prompts: 1 },
      one: { resources: 2, templates: 1, prompts: 3 },
    });
  });
});
