import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { fakeRelayServer } from "../testing/relay-server.ts";
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

describe("the home of an address that nobody lists", () => {
  const away = fakeRelayServer({}, { name: "away", capabilities: () => ({}) }).server;
  const toolsOnly = {
    ...away,
    upstream: { ...away.upstream, capabilities: () => ({ tools: {} }) },
  };

  it("is the only server with resources, whoever else has only tools", async () => {
    const home = await homeOfResource([listsOf("one"), known(toolsOnly)], "x://1");

    expect(home.server.name).toBe("one");
  });

  it("is nowhere while a server that may have it is away", async () => {
    const finding = homeOfResource([listsOf("one"), known(away)], "x://1");

    await expect(finding).rejects.toMatchObject({ code: "resource-unknown" });
  });

  it("is not at a server whose resources are held back", async () => {
    const held = known({ ...away, resources: "none" });

    const home = await homeOfResource([held, listsOf("one")], "x://1");

    expect(home.server.name).toBe("one");
  });
});

describe("the home of a template", () => {
  it("is the server that lists it, before one that lists a wider one", async () => {
    const servers = [listsOf("one", "{+anything}"), listsOf("two", "a://{id}")];

    const home = await homeOfTemplate(servers, "a://{id}");

    expect(home.server.name).toBe("two");
  });

  it("is found by an address as well", async () => {
    const servers = [listsOf("one", "b://{id}"), listsOf("two", "a://{id}")];

    const home = await homeOfTemplate(servers, "a://7");

    expect(home.server.name).toBe("two");
  });

  it("is unknown where nothing fits", async () => {
    const servers = [listsOf("one", "b://{id}"), listsOf("two", "a://{id}")];

    await expect(homeOfTemplate(servers, "c://{id}")).rejects.toMatchObject({
      code: "resource-unknown",
    });
  });
});
