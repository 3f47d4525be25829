import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer, type SaidOfServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import type { Principal } from "../pipeline/call.ts";
import { ViewAddresses } from "../protocol/view-addresses.ts";
import { ItemLock } from "./item-lock.ts";
import { Owners } from "./owners.ts";
import { Router, type RouterDeps } from "./route.ts";
import { ServerLists } from "./server-lists.ts";
import { ViewLock } from "./view-lock.ts";

const ada: Principal = { id: "ada", permissions: "all" };

interface Offer extends SaidOfServer {
  readonly name: string;
  readonly resources?: "all" | "none";
  readonly uris?: readonly string[];
  readonly templates?: readonly string[];
}

function listsOf({ uris = [], templates = [], ...said }: Offer): ServerLists {
  const { server } = fakeRelayServer(
    {
      "resources/list": { resources: uris.map((uri) => ({ uri, name: "r" })) },
      "resources/templates/list": {
        resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name: "t" })),
      },
    },
    said,
  );
  const clock = createFakeClock();
  return new ServerLists(server, { clock, clean: (text) => text, log: () => undefined });
}

function clean(text: string): string {
  return text;
}

function routerOver(
  offers: readonly Offer[],
  more: Partial<RouterDeps<ServerLists>> = {},
): Router<ServerLists> {
  const clock = createFakeClock();
  const items = new ItemLock({
    clock,
    items: undefined,
    save: async () => undefined,
    frozen: false,
    log: () => undefined,
  });
  const views = new ViewAddresses(offers.map(({ name }) => name));
  return new Router({
    homes: offers.map(listsOf),
    owners: new Owners(() => undefined),
    items,
    views,
    viewLock: new ViewLock({ clock, items, clean, redactSecrets: clean, viewsOf: () => [] }),
    serverOfView: () => undefined,
    serverOfLink: () => undefined,
    ...more,
  });
}

async function homeOf(router: Router<ServerLists>, uri: string): Promise<string> {
  return (await router.resource(uri, ada)).home.server.name;
}

const unknown = { code: "resource-unknown" };

describe("Router", () => {
  it("knows no address that nothing names, even with one server", async () => {
    await expect(homeOf(routerOver([{ name: "one" }]), "x://1")).rejects.toMatchObject(unknown);
  });

  it("prefers a listed address to a template, and a template to a link", async () => {
    const router = routerOver(
      [
        { name: "one", templates: ["x://{id}"] },
        { name: "two", uris: ["x://1"] },
      ],
      { serverOfLink: () => "two" },
    );

    expect(await homeOf(router, "x://1")).toBe("two");
    expect(await homeOf(router, "x://2")).toBe("one");
    expect(await homeOf(router, "y://1")).toBe("two");
  });

  it("ignores a template that would claim every address", async () => {
    const router = routerOver([{ name: "one", templates: ["{+any}"] }]);

    await expect(homeOf(router, "x://1")).rejects.toMatchObject(unknown);
  });

  it("knows the view of a tool, and links only of the principal itself", async () => {
    const router = routerOver([{ name: "one" }], {
      serverOfView: (uri) => (uri === "ui://a" ? "one" : undefined),
      serverOfLink: ({ id }, uri) => (id === "ada" && uri.startsWith("l:") ? "one" : undefined),
    });

    expect(await homeOf(router, "ui://a")).toBe("one");
    expect(await homeOf(router, "l:1")).toBe("one");
    await expect(homeOf(router, "l:../1")).rejects.toMatchObject(unknown);
    await expect(router.resource("l:1", { ...ada, id: "bob" })).rejects.toMatchObject(unknown);
  });

  it("leaves an address to its owner, whatever another server links", async () => {
    const locked = [{ server: "one", resources: ["x://1"], templates: ["y://{id}"] }];
    const owners = new Owners(() => undefined, locked);
    const servers = [{ name: "one" }, { name: "two" }];
    const router = routerOver(servers, { owners, serverOfLink: () => "two" });

    await expect(homeOf(router, "x://1")).rejects.toMatchObject(unknown);
    await expect(homeOf(router, "y://1")).rejects.toMatchObject(unknown);
    expect(await homeOf(router, "z://1")).toBe("two");
  });

  it("does not follow a link to a server whose resources are held back", async () => {
    const held = { name: "one", resources: "none", prompts: new Set<string>() } as const;
    const router = routerOver([held], { serverOfLink: () => "one" });

    await expect(homeOf(router, "l:1")).rejects.toMatchObject(unknown);
  });

  it("finds a template by its text, or by an address that it matches", async () => {
    const router = routerOver([
      { name: "one", templates: ["b://{id}"] },
      { name: "two", templates: ["a://{id}"] },
    ]);
    const homeFor = async (uri: string): Promise<string> =>
      (await router.reference({ ref: { type: "ref/resource", uri } }, ada)).home.server.name;

    expect([await homeFor("a://{id}"), await homeFor("a://7")]).toEqual(["two", "two"]);
  });
});

const bob: Principal = { id: "bob", permissions: "all" };

function onlyTwo({ server }: ServerLists): boolean {
  return server.name === "two";
}

/** Returns the server and the address that it is asked for. */
async function viewOf(
  router: Router<ServerLists>,
  uri: string,
  isOpen?: (home: ServerLists) => boolean,
): Promise<string> {
  const { home, item } = await router.resource(uri, ada, isOpen);
  return `${home.server.name} ${item.name}`;
}

describe("the views of several servers", () => {
  it("are found by the name of their server, though all have one address", async () => {
    const router = routerOver([
      { name: "one", uris: ["ui://card"] },
      { name: "two", uris: ["ui://card"] },
      { name: "three", templates: ["ui://{id}"] },
    ]);

    expect(await viewOf(router, "ui://one/card")).toBe("one ui://card");
    expect(await viewOf(router, "ui://two/card")).toBe("two ui://card");
    expect(await viewOf(router, "ui://three/card")).toBe("three ui://card");
    await expect(viewOf(router, "ui://card")).rejects.toMatchObject(unknown);
    await expect(viewOf(router, "ui://two/other")).rejects.toMatchObject(unknown);
  });

  it("are found without it if one open server alone has them", async () => {
    const router = routerOver([
      { name: "one", uris: ["ui://card", "ui://mine"] },
      { name: "two", uris: ["ui://card"] },
    ]);
    expect(await viewOf(router, "ui://mine")).toBe("one ui://mine");
    expect(await viewOf(router, "ui://card", onlyTwo)).toBe("two ui://card");
    // The policy refuses it later, with a record.
    expect(await viewOf(router, "ui://mine", onlyTwo)).toBe("one ui://mine");
  });

  it("are never those of another server that is named like the first part", async () => {
    const router = routerOver([
      { name: "one", uris: ["ui://one/own"] },
      { name: "two", uris: ["ui://one/card", "ui://one/own"] },
    ]);

    expect(await viewOf(router, "ui://one/own")).toBe("one ui://one/own");
    expect(await viewOf(router, "ui://two/one/card")).toBe("two ui://one/card");
    await expect(viewOf(router, "ui://one/card")).rejects.toMatchObject(unknown);
  });

  it("are found by a tool or by a link that names them as callers see them", async () => {
    const router = routerOver([{ name: "one" }, { name: "two" }], {
      serverOfView: (uri) => (uri === "ui://two/tool" ? "two" : undefined),
      serverOfLink: (principal, uri) =>
        principal.id === "ada" && uri === "ui://one/link" ? "one" : undefined,
    });

    expect(await viewOf(router, "ui://two/tool")).toBe("two ui://tool");
    expect(await viewOf(router, "ui://one/link")).toBe("one ui://link");
    expect(await viewOf(router, "ui://link")).toBe("one ui://link");
    await expect(viewOf(router, "ui://one/tool")).rejects.toMatchObject(unknown);
    await expect(router.resource("ui://one/link", bob)).rejects.toMatchObject(unknown);
  });

  it("do not pass if the resources of their server do not", async () => {
    const held = { name: "one", resources: "none", uris: ["ui://card"] } as const;
    const router = routerOver([held, { name: "two" }], { serverOfView: () => "one" });

    await expect(viewOf(router, "ui://one/card")).rejects.toMatchObject(unknown);
  });
});
