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
    path: "/policy",
    title: words.nav.policy,
    icon: "policy",
    permission: "policy:read",
    routes: [
      {
        path: "/policy",
        load: () => import("./policy/policy.tsx").then(({ PolicyPage }) => PolicyPage),
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
        load: () =>
          import("./connections/connections.tsx").then(({ ConnectionsPage }) => ConnectionsPage),
      },
      {
        path: "/connections/{id}",
        load: () =>
          import("./connections/connection.tsx").then(({ ConnectionPage }) => ConnectionPage),
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
        load: () => import("./drafts/drafts.tsx").then(({ DraftsPage }) => DraftsPage),
      },
      {
        path: "/drafts/{set}/{name}",
        load: () => import("./drafts/draft.tsx").then(({ DraftPage }) => DraftPage),
      },
    ],
  },
];
