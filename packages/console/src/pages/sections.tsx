import { words } from "../words.ts";
import { ApprovalPage } from "./approvals/approval.tsx";
import { ApprovalsPage } from "./approvals/approvals.tsx";
import { OverviewPage } from "./overview/overview.tsx";
import type { Section } from "./section.ts";

/** The navigation, in its order. */
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
    path: "/runs",
    title: words.nav.runs,
    icon: "runs",
    permission: "runs:read",
    routes: [
      { path: "/runs", load: () => import("./runs/runs.tsx").then(({ RunsPage }) => RunsPage) },
      { path: "/runs/{id}", load: () => import("./runs/run.tsx").then(({ RunPage }) => RunPage) },
    ],
  },
  {
    path: "/ask",
    title: words.nav.ask,
    icon: "ask",
    permission: "host:ask",
    routes: [{ path: "/ask", load: () => import("./ask/ask.tsx").then(({ AskPage }) => AskPage) }],
  },
  {
    path: "/settings",
    title: words.nav.settings,
    icon: "settings",
    permission: "configuration:read",
    routes: [
      {
        path: "/settings",
        load: () => import("./settings/settings.tsx").then(({ SettingsPage }) => SettingsPage),
      },
      {
        path: "/settings/connect",
        load: () => import("./settings/connect.tsx").then(({ ConnectPage }) => ConnectPage),
      },
    ],
  },
];
