import { words } from "../words.ts";
import { ApprovalPage } from "./approvals/approval.tsx";
import { ApprovalsPage } from "./approvals/approvals.tsx";
import { OverviewPage } from "./overview/overview.tsx";
import type { Section } from "./section.ts";

/** The navigation, in its order: what waits, what there is, what happened, what is decided. */
export const sections: readonly Section[] = [
  {
    path: "/",
    title: words.nav.overview,
    icon: "overview",
    routes: [{ path: "/", page: OverviewPage }],
  },
  {
    path: "/approvals",
    title: words.nav.approvals,
    icon: "approvals",
    permission: "approvals:read",
    routes: [
      { path: "/approvals", page: ApprovalsPage },
      { path: "/approvals/{id}", page: ApprovalPage },
    ],
  },
  {
    path: "/servers",
    title: words.nav.servers,
    icon: "servers",
    permission: "servers:read",
    routes: [
      {
        path: "/servers",
        load: () => import("./servers/servers.tsx").then((it) => it.ServersPage),
      },
      {
        path: "/servers/{name}",
        load: () => import("./servers/server.tsx").then((it) => it.ServerPage),
      },
    ],
  },
  {
    path: "/tools",
    title: words.nav.tools,
    icon: "tools",
    permission: "tools:read",
    routes: [
      {
        path: "/tools",
        load: () => import("./tools/tools.tsx").then((it) => it.ToolsPage),
      },
      {
        path: "/tools/{server}/{name}",
        load: () => import("./tools/tool.tsx").then((it) => it.ToolPage),
      },
      {
        path: "/tools/{server}/{name}/try",
        permission: "tools:try",
        load: () => import("./try/try.tsx").then((it) => it.TryPage),
      },
    ],
  },
  {
    path: "/calls",
    title: words.nav.calls,
    icon: "calls",
    permission: "calls:read",
    routes: [
      {
        path: "/calls",
        load: () => import("./calls/calls.tsx").then((it) => it.CallsPage),
      },
      {
        path: "/calls/{id}",
        load: () => import("./calls/call.tsx").then((it) => it.CallPage),
      },
    ],
  },
  {
    path: "/audit",
    title: words.nav.audit,
    icon: "audit",
    permission: "audit:read",
    routes: [
      {
        path: "/audit",
        load: () => import("./audit/audit.tsx").then((it) => it.AuditPage),
      },
    ],
  },
  {
    path: "/quarantine",
    title: words.nav.quarantine,
    icon: "quarantine",
    permission: "quarantine:read",
    routes: [
      {
        path: "/quarantine",
        load: () => import("./quarantine/quarantine.tsx").then((it) => it.QuarantinePage),
      },
      {
        path: "/quarantine/{id}",
        load: () => import("./quarantine/quarantined.tsx").then((it) => it.QuarantinedPage),
      },
    ],
  },
  {
    path: "/results",
    title: words.nav.results,
    icon: "results",
    permission: "results:read",
    routes: [
      {
        path: "/results",
        load: () => import("./results/results.tsx").then((it) => it.ResultsPage),
      },
      {
        path: "/results/{id}",
        load: () => import("./results/result.tsx").then((it) => it.ResultPage),
      },
    ],
  },
  {
    path: "/policy",
    title: words.nav.policy,
    icon: "policy",
    permission: "policy:read",
    routes: [
      {
        path: "/policy",
        load: () => import("./policy/policy.tsx").then((it) => it.PolicyPage),
      },
    ],
  },
  {
    path: "/connections",
    title: words.nav.connections,
    icon: "connections",
    permission: "connections:read",
    routes: [
      {
        path: "/connections",
        load: () => import("./connections/connections.tsx").then((it) => it.ConnectionsPage),
      },
      {
        path: "/connections/{id}",
        load: () => import("./connections/connection.tsx").then((it) => it.ConnectionPage),
      },
    ],
  },
  {
    path: "/drafts",
    title: words.nav.drafts,
    icon: "drafts",
    permission: "drafts:review",
    orPermission: "drafts:write",
    routes: [
      {
        path: "/drafts",
        load: () => import("./drafts/drafts.tsx").then((it) => it.DraftsPage),
      },
      {
        path: "/drafts/{set}/{name}",
        load: () => import("./drafts/draft.tsx").then((it) => it.DraftPage),
      },
    ],
  },
  {
    path: "/ask",
    title: words.nav.ask,
    icon: "ask",
    permission: "host:ask",
    routes: [
      {
        path: "/ask",
        load: () => import("./ask/ask.tsx").then((it) => it.AskPage),
      },
    ],
  },
  {
    path: "/runs",
    title: words.nav.runs,
    icon: "runs",
    permission: "runs:read",
    routes: [
      {
        path: "/runs",
        load: () => import("./runs/runs.tsx").then((it) => it.RunsPage),
      },
      {
        path: "/runs/{id}",
        load: () => import("./runs/run.tsx").then((it) => it.RunPage),
      },
    ],
  },
  {
    path: "/settings",
    title: words.nav.settings,
    icon: "settings",
    permission: "configuration:read",
    routes: [
      {
        path: "/settings",
        load: () => import("./settings/settings.tsx").then((it) => it.SettingsPage),
      },
      {
        path: "/settings/connect",
        load: () => import("./settings/connect.tsx").then((it) => it.ConnectPage),
      },
    ],
  },
];
