import { reasonJson } from "@toolcourt/gateway/internal/governance/approvals/reason-text";
import { shownJson } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { Reason } from "@toolcourt/gateway/internal/pipeline/judged";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import { meWith } from "./fixture-me.ts";
import type { FixtureRoutes } from "./fixture-server.ts";
import { askRoutes } from "./pages/ask.ts";
import { auditRoutes } from "./pages/audit.ts";
import { callRoutes } from "./pages/calls.ts";
import { connectionRoutes } from "./pages/connections.ts";
import { draftRoutes } from "./pages/drafts.ts";
import { policyRoutes } from "./pages/policy-data.ts";
import { quarantineRoutes } from "./pages/quarantine.ts";
import { resultRoutes } from "./pages/results.ts";
import { runRoutes } from "./pages/runs.ts";
import { serverRoutes } from "./pages/servers.ts";
import { settingsRoutes } from "./pages/settings.ts";
import { toolRoutes } from "./pages/tools.ts";
import { tryRoutes } from "./pages/try.ts";

export { meWith };

/** A request for approval, as the API shows it. */
export interface FixtureApproval {
  readonly id: string;
  readonly state: string;
  readonly tool: string;
  readonly server: string;
  readonly effect: "read" | "write" | "destroy";
  readonly requester: string;
  readonly minutesLeft: number;
  readonly description: string;
  readonly arguments: JsonObject;
  readonly changed?: readonly string[];
}

const base: FixtureApproval = {
  id: "5f0c8d2a91c07be48d2a91c07be45f0c",
  state: "pending",
  tool: "transfer_money",
  server: "bank",
  effect: "write",
  requester: "agent:billing",
  minutesLeft: 8.2,
  description:
    "Moves money between two accounts of the company.\nThe booking cannot be taken back after five o'clock.",
  arguments: {
    amount: { currency: "CHF", value: 1250.5 },
    from: "CH93 0076 2011 6238 5295 7",
    reference: "Invoice 2026-1187",
    to: { name: "Grace Hopper", iban: "CH56 0483 5012 3456 7800 9" },
    urgent: false,
  },
  changed: ["amount", "reference"],
};

const others: readonly Partial<FixtureApproval>[] = [
  {
    id: "a2b4".repeat(8),
    tool: "delete_branch",
    server: "github",
    effect: "destroy",
    requester: "agent:release",
    minutesLeft: 0.8,
    description: "Deletes a branch of a repository, with its commits that no other branch has.",
    arguments: { repository: "toolcourt/gateway", branch: "release/2026-11", force: true },
  },
  {
    id: "c3d5".repeat(8),
    tool: "send_mail",
    server: "office",
    effect: "write",
    requester: "ada@example.com",
    minutesLeft: 4.6,
    description: "Sends a mail in the name of the caller.",
    arguments: {
      to: ["board@example.com", "grace@example.com"],
      subject: "Minutes of the meeting",
      body: `Dear all,\n\n${"Here are the minutes of Thursday's meeting. ".repeat(16)}\nAda`,
    },
  },
  {
    id: "e4f6".repeat(8),
    tool: "read_payroll",
    server: "hr",
    effect: "read",
    requester: "agent:report",
    minutesLeft: 9.4,
    description: "Reads the salaries of a department.",
    arguments: { department: "Research", month: "2026-10" },
  },
];

export const approvals: readonly FixtureApproval[] = [
  base,
  ...others.map((each) => ({ ...base, ...each, changed: [] })),
];

export const digest: string = "8d2a91c07be4".padEnd(64, "0");

export function summaryOf(each: FixtureApproval): JsonObject {
  const { id, state, tool, server, effect, requester, minutesLeft } = each;
  const expiresAt = Date.now() + minutesLeft * 60_000;
  return {
    id,
    state,
    tool,
    server,
    effect,
    requester,
    tenant: null,
    from: "operator",
    requestedAt: new Date(expiresAt - 600_000).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    approvers: effect === "destroy" ? 2 : 1,
    approvedBy: effect === "destroy" ? ["operator:grace"] : [],
  };
}

export function approvalOf(each: FixtureApproval): JsonObject {
  return {
    ...summaryOf(each),
    contract: "sha256:4be7c07a912d8d".padEnd(71, "3"),
    description: each.description,
    arguments: {
      canonical: canonicalJson(each.arguments),
      visible: shownJson(each.arguments, "whole").text,
    },
    ...(each.changed !== undefined &&
      each.changed.length > 0 && {
        lastRun: { id: "0b9e".repeat(8), changedArguments: each.changed },
      }),
    reasons: each.tool === "send_mail" ? [reasonJson(strangersAddress)] : [],
    digest,
  };
}

const strangersAddress: Reason = {
  statement: "no-exfiltration",
  because: "origin",
  pointer: "/to/0",
  role: "destination",
  origin: "third-party",
  seen: {
    tool: "read_inbox",
    pointer: "/mails/0/body",
    call: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
  },
};

export function overviewNow(): JsonObject {
  const now = Math.floor(Date.now() / 10_000) * 10_000;
  const buckets = Array.from({ length: 300 }, (_, index) => {
    const wave = 6 + 4 * Math.sin(index / 23) + 3 * Math.sin(index / 5.1);
    const count = Math.max(0, Math.round(wave));
    return {
      at: now - (299 - index) * 10_000,
      count,
      refused: index % 41 === 0 ? 2 : 0,
      failed: index % 67 === 0 ? 1 : 0,
      p50: count === 0 ? null : 18 + 6 * Math.cos(index / 17),
      p95: count === 0 ? null : 60 + 30 * Math.sin(index / 29) + (index % 53 === 0 ? 90 : 0),
    };
  });
  return {
    at: new Date().toISOString(),
    waiting: {
      approvals: approvals.length,
      heldTools: 2,
      drafts: 0,
      unfinishedCalls: 0,
      unsignedRows: 0,
      expiringConnections: null,
    },
    servers: [
      { name: "bank", state: "ready" },
      { name: "github", state: "ready" },
      { name: "office", state: "ready" },
      {
        name: "hr",
        state: "unreachable",
        lastError: { because: "The server closed the connection." },
      },
    ],
    calls: { bucketSeconds: 10, buckets },
  };
}

/** The routes of a gateway with some traffic, for an operator who may do everything. */
export function usualRoutes(): FixtureRoutes {
  const half = { half: "h".repeat(43), principal: { id: "operator:olga" }, idleMinutes: 30 };
  return {
    "GET session": () => ({ body: { login: null } }),
    "POST session": () => ({
      body: { ...half, expiresAt: new Date(Date.now() + 43_200_000).toISOString() },
    }),
    "DELETE session": () => ({ body: {} }),
    "GET me": () => ({ body: meWith() }),
    "GET overview": () => ({ body: overviewNow() }),
    ...callRoutes(),
    ...auditRoutes,
    ...quarantineRoutes,
    ...resultRoutes,
    ...policyRoutes(),
    ...connectionRoutes(),
    ...draftRoutes(),
    "GET approvals": () => ({ body: { approvals: approvals.map(summaryOf) } }),
    ...serverRoutes,
    ...toolRoutes,
    ...settingsRoutes,
    ...askRoutes,
    ...runRoutes,
    ...Object.fromEntries(
      approvals.map((each) => [`GET approvals/${each.id}`, () => ({ body: approvalOf(each) })]),
    ),
    ...tryRoutes,
  };
}

const tools = ["transfer_money", "read_file", "search_issues", "send_mail", "list_invoices"];
const refusals = ["approval-required", "rate-limited", "input-invalid"];

/** An event of a call that ended. */
export function callEvent(index: number): JsonObject {
  const isRefused = index % 7 === 3;
  return {
    id: `c${index.toString(16).padStart(11, "0")}`,
    tool: tools[index % tools.length] ?? "",
    status: isRefused ? "refused" : "answered",
    ...(isRefused && { code: refusals[index % refusals.length] ?? "" }),
    ms: isRefused ? 0.4 : 12 + ((index * 37) % 180),
  };
}
