import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import { meWith } from "../fixture-data.ts";
import type { FixtureRoutes } from "../fixture-server.ts";
import type { PageState } from "../states.ts";

const hash = "90d98a0443dd1dcbf00efb01ed78c28763c1b8cac6f7411b631a1acdfb02461f";
const origin = "toolcourt-0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44";

function timeAgo(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

function statusWith(changes: JsonObject = {}): JsonObject {
  return {
    last: { row: 48_204, hash, at: timeAgo(4_000) },
    signed: { row: 48_197, hash, at: timeAgo(43_000) },
    checkpoint: `${origin}\n48197\nlVrFuf6ntIG/1ny59uKkG57zecnnbhWk/hw7sbU37tk=\n\n— ${origin} gGrh0/S0Hq1+TOVGIW1KBNpC+SuENc01/uU50ilHQXX3301r+x2sffOGmA8YlI/TeCst1ip9q8oIlnITu0EJpmts9g0=\n`,
    key: {
      origin,
      id: "806ae1d3",
      publicKey: `${origin}+806ae1d3+AQ9QFyqUMIsGaNtqB2ygl5TtsC0i8E6NjRnxl1uOOnd1`,
    },
    unsigned: null,
    ...changes,
  };
}

function rowOf(row: number, body: JsonObject): JsonObject {
  const text = JSON.stringify(body);
  return { row, hash, body, text, visible: visible(text) };
}

const closed: JsonObject = {
  at: Date.now() - 4_000,
  callId: "5f0c8d2a-91c0-4be4-8d2a-91c07be45f0c",
  code: "answered",
  contract: "sha256:4be7c07a912d8d".padEnd(71, "3"),
  fromCache: false,
  kind: "call.closed",
  ms: 184.2,
  result: { bytes: 812, digest: `sha256:${hash}` },
  shape: { named: ["amount: object(2)", "from: string(26)"] },
  status: "answered",
  target: { effect: "write", name: "transfer_money", server: "bank" },
};

function unfinished(index: number, changes: JsonObject = {}): JsonObject {
  return {
    callId: `${(0x5f0c8d2a - index * 7_919).toString(16)}-91c0-4be4-8d2a-91c07be45f0c`,
    row: 47_112 + index,
    at: timeAgo(9_000_000 - index * 600_000),
    tool: ["transfer_money", "delete_branch", "send_mail"][index % 3] ?? "",
    principal: "0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44",
    tenant: null,
    mayStillRun: index === 2,
    ...changes,
  };
}

/** The log in its usual state. */
export const auditRoutes: FixtureRoutes = {
  "GET audit/status": () => ({ body: statusWith() }),
  "GET audit/rows/48203": () => ({ body: rowOf(48_203, closed) }),
  "GET audit/rows/48203/proof": () => ({ text: "c2sp.org/tlog-proof@v1\n" }),
  "GET audit/unfinished": () => ({
    body: { calls: [0, 1, 2].map((index) => unfinished(index)), next: "47114" },
  }),
  "GET audit/export": () => ({ text: '{"format":"toolcourt-audit-v1"}\n' }),
  "POST audit/unfinished/close": () => ({ body: { closed: [unfinished(0)] } }),
};

/** Answers a verification with these lines. */
function verifying(isOpen: boolean, ...lines: readonly JsonObject[]): FixtureRoutes {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return { "POST audit/verify": () => ({ text, isOpen }) };
}

async function verify(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify the log" }).click();
}

async function verified(page: Page): Promise<void> {
  await verify(page);
  await page.locator(".verdict-good, .verification .problem, .verification .note").waitFor();
}

const progress = { kind: "progress", rows: 21_250, of: 48_204 };

function refusing(key: string, status: number, message: string): FixtureRoutes {
  const error = { code: "audit-refused", message, next: "toolcourt audit status" };
  return { [key]: () => ({ status, body: { error } }) };
}

/** The page of the audit log in each of its states. */
export const auditStates: readonly PageState[] = [
  { name: "audit", path: "audit", isShown: true },
  {
    name: "audit, signed to its end",
    path: "audit",
    routes: {
      "GET audit/status": () => ({ body: statusWith({ signed: { row: 48_204, hash, at: null } }) }),
    },
  },
  {
    name: "audit, empty",
    path: "audit",
    routes: {
      "GET audit/status": () => ({
        body: statusWith({ last: null, signed: null, checkpoint: null }),
      }),
    },
  },
  {
    name: "audit, not signed",
    path: "audit",
    routes: {
      "GET audit/status": () => ({
        body: statusWith({ unsigned: "its key was replaced while the gateway ran." }),
      }),
    },
  },
  {
    name: "audit, verifying",
    path: "audit",
    routes: verifying(true, progress),
    prepare: async (page) => {
      await verify(page);
      await page.getByText("21250 of 48204 rows").waitFor();
    },
    isShown: true,
  },
  {
    name: "audit, in place",
    path: "audit",
    routes: verifying(false, progress, {
      kind: "sound",
      rows: 48_205,
      signed: 48_205,
      witnessed: 0,
    }),
    prepare: verified,
  },
  {
    name: "audit, broken",
    path: "audit",
    routes: verifying(false, progress, {
      kind: "broken",
      row: 31_007,
      line: 31_040,
      problem: "The hash does not fit the row and the rows before it.",
    }),
    prepare: verified,
  },
  {
    name: "audit, no verdict",
    path: "audit",
    routes: verifying(false, progress),
    prepare: verified,
  },
  {
    name: "audit, already verifying",
    path: "audit",
    routes: refusing("POST audit/verify", 429, "The log is being verified already."),
    prepare: verified,
  },
  {
    name: "audit, cancelled",
    path: "audit",
    routes: verifying(true, progress),
    prepare: async (page) => {
      await verify(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Cancelled.").waitFor();
    },
  },
  {
    name: "audit, may only read",
    path: "audit",
    routes: { "GET me": () => ({ body: meWith(["audit:read"]) }) },
  },
  {
    name: "audit, without permission",
    path: "audit",
    routes: { "GET me": () => ({ body: meWith(["servers:read"]) }) },
  },
  {
    name: "audit, without a log",
    path: "audit",
    routes: refusing("GET audit/status", 404, "This gateway keeps no audit log."),
  },
  { name: "audit, a row", path: "audit?row=48203", isShown: true },
  {
    name: "audit, a proof",
    path: "audit?row=48203",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save the proof" }).click();
      await page.getByText("Saved.").waitFor();
    },
  },
  { name: "audit, no row named", path: "audit?view=row" },
  { name: "audit, no number", path: "audit?row=first" },
  {
    name: "audit, no such row",
    path: "audit?row=99999",
    routes: refusing("GET audit/rows/99999", 404, "The log has no such row."),
  },
  { name: "audit, unfinished calls", path: "audit?view=unfinished" },
  {
    name: "audit, closing a call",
    path: "audit?view=unfinished",
    prepare: (page) => page.getByRole("button", { name: "Close" }).first().click(),
  },
  {
    name: "audit, every call has ended",
    path: "audit?view=unfinished",
    routes: { "GET audit/unfinished": () => ({ body: { calls: [] } }) },
  },
  { name: "audit, export", path: "audit?view=export&from=100&to=200" },
  {
    name: "audit, exported",
    path: "audit?view=export",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
    },
  },
];

/** The same with these strings wherever a text is not ours. */
export function hostileAudit(strings: readonly string[]): FixtureRoutes {
  const body = Object.fromEntries(strings.map((text, index) => [`${index} ${text}`, text]));
  const [first = ""] = strings;
  const all = strings.slice(0, 100);
  return {
    "GET audit/status": () => ({
      body: statusWith({
        checkpoint: strings.join("\n"),
        key: { origin: first, id: "\u{202e}di", publicKey: strings.join("") },
        unsigned: strings.join(" "),
      }),
    }),
    ...verifying(false, { kind: "broken", row: 1, line: 1, problem: strings.join(" ") }),
    "GET audit/rows/1": () => ({
      body: { ...rowOf(1, { ...body, kind: "\u{202e}dnik", callId: first }), hash: first },
    }),
    "GET audit/unfinished": () => ({
      body: {
        calls: all.map((text, index) =>
          unfinished(index, { callId: text, tool: text, principal: text, mayStillRun: false }),
        ),
      },
    }),
  };
}

/** Brings a hostile page of the log into the state that shows most of it. */
export async function showHostileAudit(page: Page): Promise<void> {
  const start = page.getByRole("button", { name: "Verify the log" });
  if ((await start.count()) > 0) await verified(page);
  const close = page.getByRole("button", { name: "Close", exact: true });
  if ((await close.count()) > 0) await close.nth(20).click();
}
