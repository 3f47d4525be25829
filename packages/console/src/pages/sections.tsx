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
    path: "/tools",
    title: words.nav.tools,
    icon: "tools",
    permission: "tools:read",
    routes: [
      { path: "/tools", load: () => import("./tools/tools.tsx").then((it) => it.ToolsPage) },
      {
        path: "/tools/{server}/{name}",
        load: () => import("./tools/tool.tsx").then((it) => it.ToolPage),
      },
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
];
