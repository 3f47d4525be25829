import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonArray, isJsonObject, type JsonObject, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { type ConfigurationView, configurationPart } from "./configuration.ts";
import type { AdminSender } from "./part.ts";

const view: ConfigurationView = {
  file: () => "toolcourt.yaml",
  settings: () => [
    { path: "server.port", value: 7420, origin: { kind: "default" } },
    { path: "toolbox.mcps[0].name", value: "Bank", origin: { kind: "file" } },
    { path: "toolbox.mcps[0].env.KEY", value: "(not shown)", origin: { kind: "variable" } },
  ],
  policyLimits: () => ({
    file: "policy.yaml",
    limits: [{ id: "support", roles: ["support"], tools: ["customers/*"], max_timeout: 10_000 }],
  }),
  pendingFiles: () => [{ file: "policy", state: "waiting" }],
  endpoints: () => [
    {
      name: null,
      path: "/mcp",
      prefix: "",
      discovery: "list",
      tools: Array.from({ length: 150 }, (_, index) => `tool-${index}`),
      held: 2,
    },
  ],
  addressOf: () => undefined,
  asksForKey: () => false,
  isTls: true,
};

const permitted: AdminSender = {
  principal: { id: "key:olga", permissions: [], kind: "user" },
  may: () => true,
  require: () => undefined,
};

const stranger: AdminSender = {
  ...permitted,
  may: () => false,
  require: (missing = "") => {
    throw new Refusal("permission-missing", { missing });
  },
};

async function ask(url: string, sender = permitted, more: Partial<ConfigurationView> = {}) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part reads no more of a request
  const request = { url, method: "GET", headers: { host: "gateway:7420" } } as IncomingMessage;
  const part = configurationPart({ ...view, ...more });
  expect(part.isAbout(request)).toBe(true);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is streamed
  return (await part.answer(request, sender)) as JsonObject;
}

const effective = "/admin/v1/config/effective";

function pathsIn({ settings = null }: JsonObject): readonly unknown[] {
  const rows = isJsonArray(settings) ? settings.filter(isJsonObject) : [];
  return rows.map(({ path }) => path);
}

describe("the effective configuration", () => {
  it("has each setting with its origin, and the files that wait", async () => {
    expect(await ask(effective)).toEqual({
      file: "toolcourt.yaml",
      waiting: [{ file: "policy", state: "waiting" }],
      total: 3,
      settings: view.settings(),
      limits: {
        from: "policy.yaml",
        total: 1,
        entries: [
          {
            id: "support",
            roles: ["support"],
            tools: ["customers/*"],
            timeoutMs: 10_000,
            retries: null,
            resultBytes: null,
          },
        ],
      },
    });
  });

  it("has no limits for those who may not read the policy", async () => {
    const sender = { ...permitted, may: (permission: string) => permission !== "policy:read" };

    expect(await ask(effective, sender)).toMatchObject({ total: 3, limits: null });
  });

  it("has at most a hundred limits, and none without a policy", async () => {
    const limits = Array.from({ length: 101 }, (_, index) => ({ id: `l${index}`, max_retries: 0 }));
    const policyLimits = () => ({ file: "the store", limits });
    const many = await ask(effective, permitted, { policyLimits });
    const none = await ask(effective, permitted, { policyLimits: () => undefined });

    expect(valueAt(many, "/limits/entries")).toHaveLength(100);
    expect(many).toMatchObject({ limits: { from: "the store", total: 101 } });
    expect(none).toMatchObject({ limits: { from: null, total: 0, entries: [] } });
  });

  it.each([
    ["q=BANK", ["toolbox.mcps[0].name"]],
    ["q=mcps&origin=variable", ["toolbox.mcps[0].env.KEY"]],
    ["q=7420", ["server.port"]],
    ["q=nothing", []],
  ])("is searched by %s", async (query, found) => {
    expect(pathsIn(await ask(`${effective}?${query}`))).toEqual(found);
  });

  it("comes in pages", async () => {
    const first = await ask(`${effective}?limit=2`);
    const second = await ask(`${effective}?limit=2&cursor=2`);

    expect(first).toMatchObject({ total: 3, next: "2" });
    expect(pathsIn(second)).toEqual(["toolbox.mcps[0].env.KEY"]);
    expect(second).not.toHaveProperty("next");
  });

  it.each(["limit=0", "limit=101", "cursor=x", "origin=secret", "q=a&q=b", "other=1"])(
    "refuses the query %s, and says what it expects",
    async (query) => {
      await expect(ask(`${effective}?${query}`)).rejects.toThrow(/Expected q \(/);
    },
  );

  it("needs the permission, after the query was judged", async () => {
    await expect(ask(effective, stranger)).rejects.toThrow(/configuration:read/);
    await expect(ask("/admin/v1/endpoints", stranger)).rejects.toThrow(/configuration:read/);
    await expect(ask(`${effective}?x=1`, stranger)).rejects.toThrow(/query/);
  });
});

describe("the endpoints", () => {
  it("have their address, tools and the entry of each client", async () => {
    const answer = await ask("/admin/v1/endpoints");
    const names = valueAt(answer, "/endpoints/0/tools/names");

    expect(valueAt(answer, "/endpoints/0")).toMatchObject({
      url: "https://gateway:7420/mcp",
      tools: { callable: 150, held: 2 },
    });
    expect(names).toHaveLength(100);
    expect(JSON.stringify(answer)).toContain("npx toolcourt connect cursor --url https://");
  });

  it("have their public address where callers are authenticated", async () => {
    const answer = await ask("/admin/v1/endpoints", permitted, {
      addressOf: (path) => `https://tools.example.com${path}`,
      asksForKey: () => true,
    });

    expect(answer).toMatchObject({
      asksForKey: true,
      endpoints: [{ url: "https://tools.example.com/mcp" }],
    });
    expect(JSON.stringify(answer)).toContain("Bearer ${TOOLCOURT_KEY}");
  });

  it("take no query", async () => {
    await expect(ask("/admin/v1/endpoints?q=x")).rejects.toThrow(/query/);
  });
});
