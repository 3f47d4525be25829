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
    path: "/audit",
    title: words.nav.audit,
    icon: "audit",
    permission: "audit:read",
    routes: [
      {
        path: "/audit",
        load: () => import("./audit/audit.tsx").then(({ AuditPage }) => AuditPage),
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
        load: () =>
          import("./quarantine/quarantine.tsx").then(({ QuarantinePage }) => QuarantinePage),
      },
      {
        path: "/quarantine/{id}",
        load: () =>
          import("./quarantine/quarantined.tsx").then(({ QuarantinedPage }) => QuarantinedPage),
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
        load: () => import("./results/results.tsx").then(({ ResultsPage }) => ResultsPage),
      },
      {
        path: "/results/{id}",
        load: () => import("./results/result.tsx").then(({ ResultPage }) => ResultPage),
      },
    ],
  },
];
