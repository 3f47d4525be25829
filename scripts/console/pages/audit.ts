import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { JsonObject } from "@toolcourt/sdk";
import type { Page } from "playwright-core";
import type { FixtureRoutes } from "../fixture-server.ts";

export const hash = "90d98a0443dd1dcbf00efb01ed78c28763c1b8cac6f7411b631a1acdfb02461f";
const origin = "toolcourt-0b8f3c52-9a1e-4c8b-8d0e-2f6f3a1b7c44";

function timeAgo(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

export function statusWith(changes: JsonObject = {}): JsonObject {
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
export function verifying(isOpen: boolean, ...lines: readonly JsonObject[]): FixtureRoutes {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return { "POST audit/verify": () => ({ text, isOpen }) };
}

export async function verify(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify the log" }).click();
}

export async function verified(page: Page): Promise<void> {
  await verify(page);
  await page.locator(".verdict-good, .verification .problem, .verification .note").waitFor();
}

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
