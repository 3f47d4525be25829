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
    path: "/calls",
    title: words.nav.calls,
    icon: "calls",
    permission: "calls:read",
    routes: [
      {
        path: "/calls",
        load: () => import("./calls/calls.tsx").then(({ CallsPage }) => CallsPage),
      },
      {
        path: "/calls/{id}",
        load: () => import("./calls/call.tsx").then(({ CallPage }) => CallPage),
      },
    ],
  },
];
