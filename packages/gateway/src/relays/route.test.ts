import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import type { RelayServer } from "./relay-server.ts";
import { homeOfResource, homeOfTemplate } from "./route.ts";
import { createServerLists, type ServerLists } from "./server-lists.ts";

function listsOf(name: string, ...templates: readonly string[]): ServerLists {
  const { server } = fakeRelayServer(
    {
      "resources/templates/list": {
        resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name: "t" })),
      },
    },
    { name },
  );
  return known(server);
}

function known(server: RelayServer): ServerLists {
  const clock = createFakeClock();
  return createServerLists(server, { clock, clean: (text) => text, log: () => undefined });
}

describe("homeOfResource, for an unlisted address", () => {
  const away = fakeRelayServer({}, { name: "away", capabilities: () => ({}) }).server;
  const toolsOnly = {
    ...away,
    upstream: { ...away.upstream, capabilities: () => ({ tools: {} }) },
  };

  it("returns the only server with resources, and ignores servers that have only tools", async () => {
    const home = await homeOfResource([listsOf("one"), known(toolsOnly)], "x://1");

    expect(home.server.name).toBe("one");
  });

  it("fails while a server that may have it is disconnected", async () => {
    const finding = homeOfResource([listsOf("one"), known(away)], "x://1");

    await expect(finding).rejects.toMatchObject({ code: "resource-unknown" });
  });

  it("skips a server whose resources are held back", async () => {
    const held = known({ ...away, resources: "none" });

    const home = await homeOfResource([held, listsOf("one")], "x://1");

    expect(home.server.name).toBe("one");
  });
});

describe("homeOfTemplate", () => {
  it("prefers the server that lists the template to one with a wider template", async () => {
    const servers = [listsOf("one", "{+anything}"), listsOf("two", "a://{id}")];

    const home = await homeOfTemplate(servers, "a://{id}");

    expect(home.server.name).toBe("two");
  });

  it("accepts an address as well", async () => {
    const servers = [listsOf("one", "b://{id}"), listsOf("two", "a://{id}")];

    const home = await homeOfTemplate(servers, "a://7");

    expect(home.server.name).toBe("two");
  });

  it("fails without a match", async () => {
    const servers = [listsOf("one", "b://{id}"), listsOf("two", "a://{id}")];

    await expect(homeOfTemplate(servers, "c://{id}")).rejects.toMatchObject({
      code: "resource-unknown",
    });
  });
});
