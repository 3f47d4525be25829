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

describe("count", () => {
  it("counts what passes of each server, and what another server owns only there", async () => {
    const { count } = openTestRelays([one.server, two.server]);

    expect(Object.fromEntries(await count())).toEqual({
      one: { resources: 2, templates: 1, prompts: 3 },
      two: { resources: 0, templates: 0, prompts: 1 },
    });
  });
});
