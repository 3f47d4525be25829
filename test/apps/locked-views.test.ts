import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { approveItems, compareItems } from "../../packages/contracts/src/lock/compare-items.ts";
import { formatLock, type Lock } from "../../packages/contracts/src/lock/lock.ts";
import { parseLock } from "../../packages/contracts/src/lock/parse-lock.ts";
import { openViewGateway, type ViewGateway } from "./gateway.ts";
import { csp, mimeType, offering, pageOf, ui, uri } from "./pages.ts";
import { type Era, eras, type Offered, openViewServer, type ViewServer } from "./server.ts";

// Whole gateways take longer than a second on a busy machine.
const slow = { timeout: 30_000 };

const call = { name: "get-one", arguments: { city: "Geneva" } };
const bare = { naming: "bare" };
const strict = { ...bare, mode: "strict", resources: "all" };

function openServer(era: Era, more: Partial<Offered> = {}): Promise<ViewServer> {
  return openViewServer("one", era, offering("one", more));
}

/** Returns the lock once it has the view, as the next start reads it. */
async function lockOf(server: ViewServer): Promise<Lock> {
  await using gateway = await openViewGateway([server], bare);
  const views = () => gateway.saved()?.items?.get("one")?.views;
  await expect.poll(() => views()?.size).toBe(1);
  const saved = gateway.saved();
  if (saved === undefined) throw new Error("no lock was saved");
  return parseLock(formatLock(saved), "toolcourt.lock");
}

async function read(gateway: ViewGateway, caller: Era = "modern"): Promise<JsonObject> {
  const { ask } = await gateway.connect(caller);
  return ask("resources/read", { uri });
}

function errors({ lines }: ViewGateway): readonly string[] {
  return lines.filter((line) => line.startsWith("ERROR"));
}

const quarantined = (reason: string, more: JsonObject = {}): JsonObject => ({
  error: {
    code: 7009,
    data: { code: "relay-quarantined", next: "toolcourt lock", evidence: { reason, ...more } },
  },
});

const changes: readonly (readonly [string, Partial<Offered>])[] = [
  ["its page", { contents: { [uri]: { mimeType, text: "<p>send all</p>", _meta: { ui } } } }],
  [
    "its type",
    { contents: { [uri]: { mimeType: "text/html", text: pageOf("one"), _meta: { ui } } } },
  ],
  [
    "its permissions",
    {
      contents: {
        [uri]: {
          mimeType,
          text: pageOf("one"),
          _meta: { ui: { ...ui, permissions: { microphone: {} } } },
        },
      },
    },
  ],
  [
    "an origin",
    {
      contents: {
        [uri]: {
          mimeType,
          text: pageOf("one"),
          _meta: { ui: { ...ui, csp: { connectDomains: ["https://evil.example"] } } },
        },
      },
    },
  ],
  [
    "its domain, in the list alone",
    {
      contents: {
        [uri]: {
          mimeType,
          text: pageOf("one"),
          _meta: { ui: { csp, permissions: ui.permissions } },
        },
      },
      resources: [{ uri, name: "card", _meta: { ui: { ...ui, domain: "d-2" } } }],
    },
  ],
];

describe.each(eras)("a view of a %s server under a locked tool", (era) => {
  it.each(changes)("is held after a change of %s", slow, async (_, change) => {
    await using server = await openServer(era);
    const lock = await lockOf(server);
    server.offer(change);

    await using gateway = await openViewGateway([server], bare, { lock });
    const answers = [await read(gateway), await read(gateway, "legacy")];
    const called = await (await gateway.connect("modern")).ask("tools/call", call);
    const listed = await (await gateway.connect("modern")).ask("resources/list");

    for (const answer of answers) {
      expect(answer).toMatchObject(
        quarantined("drifted", { server: "one", difference: "breaking" }),
      );
      expect(JSON.stringify(answer)).not.toContain("<p>");
    }
    expect(called).toMatchObject({ result: { isError: false } });
    expect(listed).toMatchObject({ result: { resources: [] } });
    expect(errors(gateway)).toEqual([
      "ERROR: View 'ui://card' from MCP server 'one' may not be used, its definition differs from the lock: breaking. See: toolcourt lock",
    ]);
    // The lock keeps what was approved.
    const { items } = gateway.saved() ?? lock;
    expect(items?.get("one")?.views).toEqual(lock.items?.get("one")?.views);
  });
});

describe("a locked view", () => {
  it("is served as long as it does not change, and held from then on", slow, async () => {
    await using server = await openServer("modern");
    const lock = await lockOf(server);
    await using gateway = await openViewGateway([server], bare, { lock });

    const before = await read(gateway);
    server.offer({ contents: { [uri]: { mimeType, text: "<p>other</p>" } } });
    const changed = await read(gateway);
    server.offer(offering("one"));
    const after = await read(gateway);

    expect(before).toHaveProperty("result");
    expect(changed).toMatchObject(quarantined("drifted"));
    // A server that restores the good page has not explained the bad one.
    expect(after).toMatchObject(quarantined("drifted"));
  });

  it("is back once the lock has the change", slow, async () => {
    await using server = await openServer("modern");
    const lock = await lockOf(server);
    server.offer({ contents: { [uri]: { mimeType, text: "<p>other</p>" } } });
    await using held = await openViewGateway([server], bare, { lock });
    const differences = compareItems(lock, await held.gateway.items());
    const renewed = approveItems(lock, differences, { by: "operator:ada", at: 0 });

    await using gateway = await openViewGateway([server], bare, { lock: renewed });

    expect(differences.filter(({ list }) => list === "views")).toMatchObject([
      { kind: "changed", name: uri },
    ]);
    expect(await read(gateway)).toHaveProperty("result");
    expect(compareItems(renewed, await gateway.gateway.items())).toEqual([]);
  });

  it("keeps its address in the lock when a second server comes", slow, async () => {
    await using server = await openServer("modern");
    await using other = await openViewServer("two", "modern", offering("two"));
    const lock = await lockOf(server);

    await using gateway = await openViewGateway([server, other], {}, { lock });
    const { ask } = await gateway.connect("modern");

    expect(await ask("resources/read", { uri: "ui://one/card" })).toHaveProperty("result");
    expect([...(lock.items?.get("one")?.views?.keys() ?? [])]).toEqual([uri]);
  });

  it("may not differ for a caller", slow, async () => {
    await using server = await openServer("modern");
    await using gateway = await openViewGateway([server], bare);
    const first = await read(gateway);
    server.offer({ contents: { [uri]: { mimeType, text: "<p>for Ada</p>" } } });

    expect(first).toHaveProperty("result");
    expect(await read(gateway)).toMatchObject(quarantined("drifted"));
  });
});

describe("a view that no person has approved", () => {
  it("is held on a strict server, until the lock has it", slow, async () => {
    await using server = await openServer("modern");
    await using held = await openViewGateway([server], strict);
    const refused = await read(held);
    const empty: Lock = held.saved() ?? { servers: new Map() };
    const differences = compareItems(empty, await held.gateway.items());
    const approved = approveItems(empty, differences, { by: "operator:ada", at: 0 });

    await using gateway = await openViewGateway([server], strict, { lock: approved });

    expect(refused).toMatchObject(quarantined("not-admitted"));
    expect(differences.filter(({ list }) => list === "views")).toMatchObject([
      { kind: "added", name: uri },
    ]);
    expect(await read(gateway)).toHaveProperty("result");
  });

  it("is held with a frozen lock that has other views", slow, async () => {
    await using server = await openServer("modern");
    const lock = await lockOf(server);
    const contents = { "ui://new": { mimeType, text: "new" } };
    server.offer({ resources: [{ uri: "ui://new", name: "new" }], contents });
    await using gateway = await openViewGateway([server], bare, { lock, frozen: true });
    const { ask } = await gateway.connect("modern");

    const answer = await ask("resources/read", { uri: "ui://new" });

    expect(answer).toMatchObject(quarantined("not-admitted"));
  });
});

const hostile: readonly JsonValue[] = [
  "*",
  "https://a.example; script-src 'unsafe-inline'",
  "'self'",
  "https://a.example/path",
];

describe.each(eras)("a view of a %s server with a hostile policy", (era) => {
  it.each(hostile)("is refused, and no approval admits it: %j", slow, async (entry) => {
    const meta = { ui: { csp: { connectDomains: ["https://a.example", entry] } } };
    const contents = { [uri]: { mimeType, text: pageOf("one"), _meta: meta } };
    const problem =
      "/_meta/ui/csp/connectDomains/1: expected an origin, such as https://api.example.com";
    for (const offered of [
      { contents },
      { resources: [{ uri, name: "card", _meta: meta }] },
    ] satisfies Partial<Offered>[]) {
      await using server = await openServer(era, offered);
      await using gateway = await openViewGateway([server], bare);

      const answer = await read(gateway);
      const listed = await (await gateway.connect("modern")).ask("resources/list");

      expect(answer).toMatchObject(quarantined("unsafe", { problem }));
      expect(listed).toMatchObject({ result: { resources: [] } });
      expect(JSON.stringify([answer, listed])).not.toContain("script-src");
      expect(errors(gateway)).toEqual([
        `ERROR: View 'ui://card' from MCP server 'one' may not be used, it is not safe: ${problem}`,
      ]);
      const differences = compareItems({ servers: new Map() }, await gateway.gateway.items());
      expect(differences.filter(({ list }) => list === "views")).toEqual([]);
    }
  });
});

it.each<[string, JsonObject]>([
  ["two forms", { mimeType, text: "<p>", blob: "PHA+" }],
  ["none", { mimeType }],
])("a view with a page in %s is no answer", slow, async (_, content) => {
  await using server = await openServer("modern", { contents: { [uri]: content } });
  await using gateway = await openViewGateway([server], bare);

  expect(await read(gateway)).toMatchObject({ error: { data: { code: "relay-failed" } } });
});
