import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { approveItems, compareItems } from "../../packages/contracts/src/lock/compare-items.ts";
import { formatLock, type Lock } from "../../packages/contracts/src/lock/lock.ts";
import { parseLock } from "../../packages/contracts/src/lock/parse-lock.ts";
import type { GatewayDeps } from "../../packages/gateway/src/compose/open-gateway.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { answering, listen, refuseWith } from "../../packages/testing/src/programs/odd-http.ts";
import { type EntranceName, entranceNames, openEntrances } from "../gate/entrances.ts";
import { openTestGateway } from "../gate/open-test-gateway.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";

// Whole gateways take longer than a second on a busy machine.
const slow = { timeout: 30_000 };
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const modes = ["strict", "dynamic"] as const;
type Mode = (typeof modes)[number];

/** What a server lists besides its tool. */
interface Lists {
  readonly prompts?: readonly JsonObject[];
  readonly resourceTemplates?: readonly JsonObject[];
  readonly resources?: readonly JsonObject[];
}

const city = { name: "city", description: "A city", required: true };
const greet = { name: "greet", title: "Greet", description: "Greets.", arguments: [city] };
const card = { uriTemplate: "crm:{id}", name: "card", mimeType: "text/plain" };
const page = { uri: "page:1", name: "page" };
const approved: Lists = { prompts: [greet], resourceTemplates: [card], resources: [page] };

/** Opens a server that counts what reaches it besides lists. Its lists can be replaced. */
async function openServer(name: string, lists: Lists) {
  const reached: string[] = [];
  let now = lists;
  const listing = (field: keyof Lists) => (exchange: Parameters<ReturnType<typeof answering>>[0]) =>
    answering({ ...seal, [field]: now[field] ?? [] })(exchange);
  const counted = (method: string, result: JsonObject) => {
    const answer = answering({ ...seal, ...result });
    return (exchange: Parameters<typeof answer>[0]): void => {
      reached.push(method);
      answer(exchange);
    };
  };
  const { url, ...server } = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    }),
    "tools/list": answering({ ...seal, tools: [reading(`get-${name}`)] }),
    "prompts/list": listing("prompts"),
    "resources/list": listing("resources"),
    "resources/templates/list": listing("resourceTemplates"),
    "resources/read": counted("resources/read", { contents: [{ uri: "x:", text: name }] }),
    "prompts/get": counted("prompts/get", { messages: [] }),
    "completion/complete": counted("completion/complete", { completion: { values: [] } }),
    else: refuseWith(404),
  });
  return {
    name,
    url: url.href,
    reached,
    offer: (others: Lists): void => {
      now = others;
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

type Server = Awaited<ReturnType<typeof openServer>>;

interface Asked {
  readonly method: string;
  readonly params: JsonObject;
}

const modern = "HTTP, modern, fast lane";

/** Opens a gateway before the servers, in their order. */
async function open(servers: readonly Server[], mode: Mode, more: Partial<GatewayDeps> = {}) {
  await using stack = new AsyncDisposableStack();
  const mcps = servers.map(({ name, url }) => ({
    name,
    url,
    transport: "streamable_http",
    resources: "all",
    ...(mode === "strict" ? { mode, prompts: ["greet"] } : { mode, default_tool_config: {} }),
  }));
  const tools = servers.map(({ name }) => ({ name: `get-${name}` }));
  const config = JSON.stringify({ toolbox: { tools, mcps } });
  const opened = stack.use(await openTestGateway(config, more));
  const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
  const principal = { id: "ada", permissions: "all" } as const;
  const entrances = await openEntrances({ ...opened, principal, folder: folder.path }, stack);
  const owned = stack.move();
  return {
    ...opened,
    entrances,
    /** Returns the keys of a list. */
    list: async (method: string, entrance: EntranceName = modern): Promise<readonly string[]> => {
      const { result } = await entrances[entrance](method, {});
      const entries = isJsonObject(result) ? Object.values(result).find(isJsonArray) : [];
      return (entries ?? []).map((entry) => {
        const each = isJsonObject(entry) ? entry : {};
        const keys = [own(each, "uriTemplate"), own(each, "uri"), own(each, "name")];
        return keys.find((key) => typeof key === "string") ?? "";
      });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Returns the lock after callers have listed everything, as the next start reads it. */
async function lockAfter(servers: readonly Server[], mode: Mode, lock?: Lock): Promise<Lock> {
  await using running = await open(servers, mode, { lock });
  for (const method of ["prompts/list", "resources/list", "resources/templates/list"]) {
    await running.list(method);
  }
  const saved = running.saved();
  if (saved === undefined) throw new Error("no lock was saved");
  return parseLock(formatLock(saved), "toolcourt.lock");
}

const prompting = { method: "prompts/get", params: { name: "greet" } };
const changes: readonly (Asked & { readonly what: string; readonly change: Lists })[] = [
  {
    what: "the description",
    change: { prompts: [{ ...greet, description: "Hi" }] },
    ...prompting,
  },
  { what: "the title", change: { prompts: [{ ...greet, title: "Hi" }] }, ...prompting },
  {
    what: "the text of an argument",
    change: { prompts: [{ ...greet, arguments: [{ ...city, description: "A key" }] }] },
    ...prompting,
  },
  { what: "an unknown field", change: { prompts: [{ ...greet, note: "Hi" }] }, ...prompting },
  {
    what: "a prompt that is completed",
    change: { prompts: [{ ...greet, title: "Hi" }] },
    method: "completion/complete",
    params: { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "city", value: "B" } },
  },
  {
    what: "the name of a template",
    change: { resourceTemplates: [{ ...card, name: "Hi" }] },
    method: "resources/read",
    params: { uri: "crm:7" },
  },
  {
    what: "the type of a template",
    change: { resourceTemplates: [{ ...card, mimeType: "text/html" }] },
    method: "completion/complete",
    params: {
      ref: { type: "ref/resource", uri: "crm:{id}" },
      argument: { name: "id", value: "7" },
    },
  },
];

// The library and the command have no resources.
const names = entranceNames.filter((name) => !["the library", "toolcourt call"].includes(name));

describe.each(modes)("prompts and templates of a %s server", (mode) => {
  it.each(changes)("are held after a change of $what", slow, async ({ change, method, params }) => {
    await using server = await openServer("crm", approved);
    const lock = await lockAfter([server], mode);
    server.offer({ ...approved, ...change });

    await using running = await open([server], mode, { lock });
    const listed = await running.list(
      change.prompts === undefined ? "resources/templates/list" : "prompts/list",
    );
    const answers = await Promise.all(
      names.map((entrance) => running.entrances[entrance](method, params)),
    );

    expect(listed).toEqual([]);
    for (const answer of answers) expect(outcomeOf(answer).rpc).toBe(7009);
    expect(server.reached).toEqual([]);
    expect(running.lines.filter((line) => line.startsWith("ERROR"))).toEqual([
      expect.stringMatching(
        /^ERROR: (Prompt 'greet'|Resource template 'crm:\{id\}') from MCP server 'crm' may not be used, its definition differs from the lock: breaking/,
      ),
    ]);
    // The lock keeps what was approved.
    expect(running.saved()?.items ?? lock.items).toEqual(lock.items);
  });

  it("are back once the lock has the change", slow, async () => {
    await using server = await openServer("crm", approved);
    const lock = await lockAfter([server], mode);
    server.offer({ ...approved, prompts: [{ ...greet, description: "Hi" }] });
    await using held = await open([server], mode, { lock });
    const differences = compareItems(lock, await held.gateway.items());
    const renewed = approveItems(lock, differences, { by: "operator:ada", at: 0 });

    await using running = await open([server], mode, { lock: renewed });
    const answer = await running.entrances[modern]("prompts/get", { name: "greet" });

    expect(await held.list("prompts/list")).toEqual([]);
    expect(await running.list("prompts/list")).toEqual(["greet"]);
    expect(answer).toHaveProperty("result");
  });

  it("are not held by a lock that says nothing of them", slow, async () => {
    await using server = await openServer("crm", approved);
    const { items: _items, ...old } = await lockAfter([server], mode);

    await using running = await open([server], mode, { lock: old });

    expect(await running.list("prompts/list")).toEqual(["greet"]);
    expect(await running.list("resources/templates/list")).toEqual(["crm:{id}"]);
  });

  it.each(["before", "after"] as const)(
    "are not taken over by a server %s it, nor are its addresses",
    slow,
    async (place) => {
      await using good = await openServer("good", approved);
      await using bad = await openServer("bad", {
        ...approved,
        // The template of the other covers this address.
        resources: [page, { uri: "crm:7", name: "seven" }],
      });
      const lock = await lockAfter([good], mode);
      const servers = place === "before" ? [bad, good] : [good, bad];
      const requests = [
        ["prompts/get", { name: "greet" }],
        ["resources/read", { uri: "page:1" }],
        ["resources/read", { uri: "crm:7" }],
      ] as const;

      await using running = await open(servers, mode, { lock });
      for (const [method, params] of requests) await running.entrances[modern](method, params);
      const lists = [await running.list("prompts/list"), await running.list("prompts/list")];
      const again = await lockAfter(servers.toReversed(), mode, lock);
      good.offer({});
      await using alone = await open(servers, mode, { lock: again });
      const answers = await Promise.all(
        requests.map(([method, params]) => alone.entrances[modern](method, params)),
      );

      expect(good.reached).toEqual(requests.map(([method]) => method));
      expect(bad.reached).toEqual([]);
      expect(lists).toEqual([["greet"], ["greet"]]);
      for (const answer of answers) expect(answer).toHaveProperty("error");
      const warnings = running.lines.filter((line) => line.includes("Prompt 'greet' is offered"));
      expect(warnings).toEqual([
        "WARNING: Prompt 'greet' is offered by MCP server 'good' and by MCP server 'bad', using the one from 'good'",
      ]);
    },
  );
});

describe("a dynamic server", () => {
  it("may add an argument without words, and the lock follows", slow, async () => {
    await using server = await openServer("crm", approved);
    const lock = await lockAfter([server], "dynamic");
    server.offer({ ...approved, prompts: [{ ...greet, arguments: [city, { name: "days" }] }] });

    const next = await lockAfter([server], "dynamic", lock);
    await using running = await open([server], "dynamic", { lock: next });

    expect(await running.list("prompts/list")).toEqual(["greet"]);
    const locked = next.items?.get("crm")?.prompts?.get("greet");
    expect(locked).toMatchObject({ approvedBy: "admitted-change" });
  });
});
