import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { fakeRelayServer, type SaidOfServer } from "@toolcourt/testing/relay-server";
import { describe, expect, it } from "vitest";
import type { Principal } from "../pipeline/call.ts";
import { ItemLock } from "./item-lock.ts";
import { Owners } from "./owners.ts";
import { Router, type RouterDeps } from "./route.ts";
import { ServerLists } from "./server-lists.ts";

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

function routerOver(
  offers: readonly Offer[],
  more: Partial<RouterDeps<ServerLists>> = {},
): Router<ServerLists> {
  return new Router({
    homes: offers.map(listsOf),
    owners: new Owners(() => undefined),
    items: new ItemLock({
      clock: createFakeClock(),
      items: undefined,
      save: async () => undefined,
      frozen: false,
      log: () => undefined,
    }),
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

  it.each(["serverOfView", "serverOfLink"] as const)(
    "leaves an address to its owner, whatever another server names: %s",
    async (way) => {
      const locked = [{ server: "one", resources: ["x://1"], templates: ["y://{id}"] }];
      const owners = new Owners(() => undefined, locked);
      const router = routerOver([{ name: "one" }, { name: "two" }], { owners, [way]: () => "two" });

      await expect(homeOf(router, "x://1")).rejects.toMatchObject(unknown);
      await expect(homeOf(router, "y://1")).rejects.toMatchObject(unknown);
      expect(await homeOf(router, "z://1")).toBe("two");
    },
  );

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
