import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { fakeRelayServer } from "../testing/relay-server.ts";
import { homeOfTemplate } from "./route.ts";
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
  const clock = createFakeClock();
  return createServerLists(server, { clock, clean: (text) => text, log: () => undefined });
}

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
