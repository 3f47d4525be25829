import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";

const tools = ["transfer_money", "read_file", "search_issues", "send_mail", "list_invoices"];
const outcomes = [
  ["answered", "answered"],
  ["answered", "answered"],
  ["refused", "rate-limited"],
  ["answered", "answered"],
  ["failed", "tool-failed"],
  ["answered", "answered"],
  ["asked", "asked"],
  ["started", null],
  ["lost", null],
] as const;

function callSummary(index: number, changes: JsonObject = {}): JsonObject {
  const [status, code] = outcomes[index % outcomes.length] ?? outcomes[0];
  const isOpen = code === null;
  const row = 4_812 - 2 * index;
  return {
    id: `${(0x5f0c8d2a - index * 7_919).toString(16)}-91c0-4be4-8d2a-91c07be45f0c`,
    tool: tools[index % tools.length] ?? "",
    server: index % 3 === 0 ? "bank" : "github",
    status,
    code,
    ms: isOpen ? null : 12.4 + ((index * 37) % 180),
    at: new Date(Date.now() - index * 47_000).toISOString(),
    subject: "0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
    tenant: null,
    rows: { opened: row, closed: isOpen ? null : row + 1 },
    ...changes,
  };
}

function page(changes: JsonObject = {}, count = 50): JsonObject {
  return {
    calls: Array.from({ length: count }, (_, index) => callSummary(index)),
    indexedTo: 4_813,
    last: 4_813,
    ...changes,
  };
}

const shownId = "5f0c8d2a-91c0-4be4-8d2a-91c07be45f0c";
const approvalId = "5f0c8d2a91c07be48d2a91c07be45f0c";

/** A call that waited for an approval. */
function callShown(changes: JsonObject = {}): JsonObject {
  const at = Date.now() - 60_000;
  const time = (ms: number): string => new Date(at + ms).toISOString();
  return {
    ...callSummary(0, { id: shownId, at: time(0), ms: 1_840.2 }),
    person: "ada@example.com",
    stage: "done",
    explained: null,
    approval: { id: approvalId, state: "done", requestedAt: time(-9_000), decidedAt: time(-2_500) },
    result: { digest: `sha256:${"4b".repeat(32)}`, bytes: 812, isKept: true },
    times: [
      { name: "requested", at: time(-9_000) },
      { name: "decided", at: time(-2_500) },
      { name: "opened", at: time(0) },
      { name: "closed", at: time(1_840) },
    ],
    entries: [
      { row: 4_812, hash: "8d2a91c07be4".padEnd(64, "0"), body: openedBody },
      { row: 4_813, hash: "7be48d2a91c0".padEnd(64, "0"), body: closedBody },
    ],
    ...changes,
  };
}

const openedBody = {
  agent: { name: "claude-code", version: "2.1.0" },
  callId: shownId,
  correlationId: "0c7f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
  kind: "call.opened",
  tool: "transfer_money",
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
};
const closedBody = { callId: shownId, kind: "call.closed", ms: 1840.2, statement: "transfers" };

const refused = {
  status: "refused",
  code: "rate-limited",
  stage: "authorize",
  person: null,
  approval: null,
  result: null,
  tenant: "north",
  times: [
    { name: "opened", at: "2026-11-01T12:00:00.000Z" },
    { name: "closed", at: "2026-11-01T12:00:00.000Z" },
  ],
  explained: {
    class: "business",
    meaning: "The caller has used up the calls of its time window.",
    remedy: "Wait for the time that the answer names, or raise the limit.",
    retryable: true,
  },
};

const open = {
  status: "started",
  code: null,
  ms: null,
  stage: "opened",
  approval: null,
  result: null,
  times: [{ name: "opened", at: "2026-11-01T12:00:00.000Z" }],
  entries: [{ row: 4_812, hash: "8d2a91c07be4".padEnd(64, "0"), body: openedBody }],
};

/** The usual answers of the pages about calls. */
export function callRoutes(): FixtureRoutes {
  return {
    "GET calls": () => ({ body: page({ next: "1793491200000-4714" }) }),
    [`GET calls/${shownId}`]: () => ({ body: callShown() }),
  };
}

function listed(body: JsonObject): FixtureRoutes {
  return { "GET calls": () => ({ body }) };
}

function shown(changes: JsonObject): FixtureRoutes {
  return { [`GET calls/${shownId}`]: () => ({ body: callShown(changes) }) };
}

function failing(key: string, status: number, code: string): FixtureRoutes {
  const error = { code, message: "The store failed.", next: "toolcourt doctor" };
  return { [key]: () => ({ status, body: { error } }) };
}

/** A principal that may look at servers only. */
const stranger: JsonObject = {
  principal: { id: "key:rita" },
  roles: ["watcher"],
  permissions: { "servers:read": true },
  console: { expiresAt: "2126-11-01T12:00:00.000Z" },
  version: "0.1.0",
};

const nothing = { calls: [], indexedTo: 0, last: 0 };

/** The pages about calls in every state. */
export const callStates: readonly PageState[] = [
  { name: "calls", path: "calls", isShown: true },
  {
    name: "calls, filtered",
    path: "calls?status=refused&tool=send_mail&cursor=1793491200000-4714",
  },
  { name: "calls, empty", path: "calls", routes: listed(nothing) },
  { name: "calls, none found", path: "calls?code=nothing", routes: listed(nothing) },
  {
    name: "calls, behind",
    path: "calls",
    routes: listed(page({ indexedTo: 200, last: 1_204_002 }, 3)),
  },
  {
    name: "calls, search stopped",
    path: "calls?tool=read_file&server=bank",
    routes: listed({
      ...nothing,
      next: "1793491200000-4714",
      searchedTo: "2026-11-01T12:00:00.000Z",
    }),
  },
  {
    name: "calls, newer",
    path: "calls",
    prepare: async (tab, server) => {
      await tab.locator(".live-connected").waitFor();
      server.send("calls", { id: "new", tool: "hello", status: "answered" });
      await tab.locator(".note button").waitFor();
    },
  },
  {
    name: "calls, failing",
    path: "calls",
    routes: failing("GET calls", 503, "admin-unavailable"),
  },
  {
    name: "calls, without permission",
    path: "calls",
    routes: { "GET me": () => ({ body: stranger }) },
  },
  { name: "call", path: `calls/${shownId}`, isShown: true },
  { name: "call, refused", path: `calls/${shownId}`, routes: shown(refused) },
  { name: "call, without outcome", path: `calls/${shownId}`, routes: shown(open) },
  { name: "call, unknown", path: "calls/ffff" },
];

export const hostileCallId = "hostile-0000";

function allOf(text: string): JsonObject {
  return { tool: text, server: text, code: text, subject: text, tenant: text };
}

/** Lists and shows calls whose every text is hostile. */
export function hostileCalls(strings: readonly string[]): FixtureRoutes {
  const calls = strings.map((text, index) => callSummary(index, allOf(text)));
  const given = Object.fromEntries(strings.map((text, index) => [`${index} ${text}`, text]));
  const bidi = "\u{202e}gnp.exe";
  const body = { ...given, statement: bidi, correlationId: bidi, traceId: bidi, parent: bidi };
  const hostile = callShown({
    ...allOf(bidi),
    id: hostileCallId,
    person: "p\u{430}yp\u{430}l",
    stage: bidi,
    approval: { id: bidi, state: bidi },
    result: { digest: bidi, bytes: 1, isKept: true },
    entries: [{ row: 1, hash: bidi, body }],
    explained: null,
  });
  return {
    "GET calls": () => ({ body: { calls, indexedTo: 1, last: 1 } }),
    [`GET calls/${hostileCallId}`]: () => ({ body: hostile }),
  };
}
