import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer } from "@toolcourt/testing/relay-server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RelayServer } from "./relays.ts";
import { homeOfResource, homeOfTemplate, matchesTemplate } from "./route.ts";
import { ServerLists } from "./server-lists.ts";

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
  return new ServerLists(server, { clock, clean: (text) => text, log: () => undefined });
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

describe("matchesTemplate", () => {
  it.each([
    ["demo://text/{id}", "demo://text/1"],
    ["demo://{kind}/of/{id}.txt", "demo://notes/of/a.b.txt"],
    ["demo://{a}{b}", "demo://xy"],
    ["{+anything}", "file:///etc/hosts"],
    ["file:///{+path}", "file:///a/b/c"],
    ["demo://search{?q,page}", "demo://search"],
    ["demo://search{?q,page}", "demo://search?q=a&page=2"],
    ["demo://plain", "demo://plain"],
    ["demo://{broken", "demo://{broken"],
  ])("matches template %s with %s", (template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(true);
  });

  it.each([
    ["demo://text/{id}", "demo://text/"],
    ["demo://text/{id}", "demo://text/1/2"],
    ["demo://text/{id}", "Demo://text/1"],
    ["demo://text/{id}", "demo://text"],
    ["demo://{id}/end", "demo://1/end/more"],
    ["demo://{a}{b}", "demo://x"],
    ["demo://plain", "demo://plainer"],
    ["", "demo://plain"],
  ])("does not match template %s with %s", (template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(false);
  });

  it("matches every address expanded from path segments", () => {
    const step = fc.stringMatching(/^[\w.~-]{1,8}$/);

    fc.assert(
      fc.property(step, step, (one, two) => {
        expect(matchesTemplate("demo://{one}/x{two}", `demo://${one}/x${two}`)).toBe(true);
      }),
    );
  });

  it("has no template with excessive run time", () => {
    const template = `${"{+a}x".repeat(8)}y`;

    expect(matchesTemplate(template, "x".repeat(2_000))).toBe(false);
  });

  it("allows at most eight expressions and 2,048 characters", () => {
    expect(matchesTemplate("{a}.".repeat(8), "x.".repeat(8))).toBe(true);
    expect(matchesTemplate("{a}.".repeat(9), "x.".repeat(9))).toBe(false);
    expect(matchesTemplate("{+a}", "x".repeat(2_049))).toBe(false);
  });
});
